/** Crowds of simulated shoppers that visit a sale through the gateway. */
@NullMarked
package io.flashsale.controlroom.crowd;

import org.jspecify.annotations.NullMarked;
