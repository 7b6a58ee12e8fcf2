/** Breaking the demo on purpose: asks the launcher, which alone can, and only where there is one. */
@NullMarked
package io.flashsale.controlroom.fault;

import org.jspecify.annotations.NullMarked;
