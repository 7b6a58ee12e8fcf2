/** What fair entry asks of the sales that it guards, and what it tells about them. */
@NullMarked
package io.flashsale.entry.sale;

import org.jspecify.annotations.NullMarked;
