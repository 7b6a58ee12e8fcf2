/** The verdict as a page for people and as JSON for programs. */
@NullMarked
package io.flashsale.loadtest.report;

import org.jspecify.annotations.NullMarked;
