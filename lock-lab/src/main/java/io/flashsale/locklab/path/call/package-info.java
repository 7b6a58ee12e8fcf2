/** A call between services that may be lost, late or repeated. E2. */
@NullMarked
package io.flashsale.locklab.path.call;

import org.jspecify.annotations.NullMarked;
