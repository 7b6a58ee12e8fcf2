/** The rules of the architecture, and that somebody has decided about every call. */
@NullMarked
package io.flashsale.system.architecture;

import org.jspecify.annotations.NullMarked;
