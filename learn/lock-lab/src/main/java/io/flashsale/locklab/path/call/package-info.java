/** E2: a call between services that may be lost, late or repeated. */
@NullMarked
package io.flashsale.locklab.path.call;

import org.jspecify.annotations.NullMarked;
