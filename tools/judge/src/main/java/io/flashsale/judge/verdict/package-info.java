/** What the shop has recorded, compared with what it answered. */
@NullMarked
package io.flashsale.judge.verdict;

import org.jspecify.annotations.NullMarked;
