/** The teaching application: an auditor, a purchase path that oversells, and a live view of a sale. */
@NullMarked
package io.flashsale.lab;

import org.jspecify.annotations.NullMarked;
