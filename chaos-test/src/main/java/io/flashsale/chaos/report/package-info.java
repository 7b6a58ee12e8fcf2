/** The report, for people and for programs. */
@NullMarked
package io.flashsale.chaos.report;

import org.jspecify.annotations.NullMarked;
