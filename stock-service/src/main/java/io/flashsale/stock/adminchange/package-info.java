/** What administrators have changed here. */
@NullMarked
package io.flashsale.stock.adminchange;

import org.jspecify.annotations.NullMarked;
