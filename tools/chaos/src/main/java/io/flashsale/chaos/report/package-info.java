/** The report as a page and as JSON. */
@NullMarked
package io.flashsale.chaos.report;

import org.jspecify.annotations.NullMarked;
