/** The report folder of a judged run. */
@NullMarked
package io.flashsale.judge.report;

import org.jspecify.annotations.NullMarked;
