/** Checks that the answers to shoppers match what happened. */
@NullMarked
package io.flashsale.chaos.checker;

import org.jspecify.annotations.NullMarked;
