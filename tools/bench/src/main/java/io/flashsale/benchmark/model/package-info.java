/** Predicts other rates and the needs of other machines from the bench's measurements. */
@NullMarked
package io.flashsale.benchmark.model;

import org.jspecify.annotations.NullMarked;
