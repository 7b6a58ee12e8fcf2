/** Who may log in. */
@NullMarked
package io.flashsale.order.account;

import org.jspecify.annotations.NullMarked;
