/** Redis as the schemes of the lab use it: commands sent word for word. */
@NullMarked
package io.flashsale.locklab.client;

import org.jspecify.annotations.NullMarked;
