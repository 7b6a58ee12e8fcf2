/** The lock lab: lock and stock schemes side by side, each run for real, each seen to hold and seen to fail. */
@NullMarked
package io.flashsale.locklab;

import org.jspecify.annotations.NullMarked;
