/** The teaching application: an auditor, and a purchase path that oversells. */
@NullMarked
package io.flashsale.lab;

import org.jspecify.annotations.NullMarked;
