/** What the gateway learns about tokens that their holders have given up. */
@NullMarked
package io.flashsale.contracts.session;

import org.jspecify.annotations.NullMarked;
