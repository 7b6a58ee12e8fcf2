/** The lock lab: lock and stock schemes side by side, each shown to hold and to fail in real runs. */
@NullMarked
package io.flashsale.locklab;

import org.jspecify.annotations.NullMarked;
