/** The teaching application: an auditor, a purchase path that oversells, and the lock lab. */
@NullMarked
package io.flashsale.lab;

import org.jspecify.annotations.NullMarked;
