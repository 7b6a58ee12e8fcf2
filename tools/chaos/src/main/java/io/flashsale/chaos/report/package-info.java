/** The results of rounds: a run as a page and as JSON, and several sessions in one file with their totals. */
@NullMarked
package io.flashsale.chaos.report;

import org.jspecify.annotations.NullMarked;
