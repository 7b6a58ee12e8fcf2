/** Redis as the schemes of the lab see it: the commands, word for word. */
@NullMarked
package io.flashsale.locklab.client;

import org.jspecify.annotations.NullMarked;
