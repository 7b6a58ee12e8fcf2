/** Crowds of simulated shoppers, sent at a sale through the gateway. */
@NullMarked
package io.flashsale.controlroom.crowd;

import org.jspecify.annotations.NullMarked;
