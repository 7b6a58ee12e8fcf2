/** What fair entry asks of the sales that it guards. */
@NullMarked
package io.flashsale.entry.sale;

import org.jspecify.annotations.NullMarked;
