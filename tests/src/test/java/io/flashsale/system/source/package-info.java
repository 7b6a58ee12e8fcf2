/** Jars are rebuilt when a source has changed, and they list their components. */
@NullMarked
package io.flashsale.system.source;

import org.jspecify.annotations.NullMarked;
