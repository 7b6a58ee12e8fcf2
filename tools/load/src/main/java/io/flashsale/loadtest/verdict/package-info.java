/** Derives PASS or FAIL, with the reasons, from what clients saw and the auditor found. */
@NullMarked
package io.flashsale.loadtest.verdict;

import org.jspecify.annotations.NullMarked;
