/** Turns the measurements of each trial into the tables of docs/performance.md. */
@NullMarked
package io.flashsale.benchmark.report;

import org.jspecify.annotations.NullMarked;
