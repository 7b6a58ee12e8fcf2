/** Tests of the tables. */
@NullMarked
package io.flashsale.benchmark.report;

import org.jspecify.annotations.NullMarked;
