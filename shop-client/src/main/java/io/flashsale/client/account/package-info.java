/** Who comes to the shop. */
@NullMarked
package io.flashsale.client.account;

import org.jspecify.annotations.NullMarked;
