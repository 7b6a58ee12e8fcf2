/** Shows administrators the changes that administrators have made here. */
@NullMarked
package io.flashsale.stock.adminchange;

import org.jspecify.annotations.NullMarked;
