/** What administrators have changed here. */
@NullMarked
package io.flashsale.order.adminchange;

import org.jspecify.annotations.NullMarked;
