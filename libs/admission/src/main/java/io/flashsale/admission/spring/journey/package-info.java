/** Traces followed clicks at gate and queue. */
@NullMarked
package io.flashsale.admission.spring.journey;

import org.jspecify.annotations.NullMarked;
