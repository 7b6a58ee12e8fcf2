/** Locks between processes. */
@NullMarked
package io.flashsale.commons.lock;

import org.jspecify.annotations.NullMarked;
