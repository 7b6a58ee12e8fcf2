/** From what clients saw and what the auditor found to PASS or FAIL, with the reasons. */
@NullMarked
package io.flashsale.loadtest.verdict;

import org.jspecify.annotations.NullMarked;
