/** From what each trial measured to the tables of docs/performance.md. */
@NullMarked
package io.flashsale.benchmark.report;

import org.jspecify.annotations.NullMarked;
