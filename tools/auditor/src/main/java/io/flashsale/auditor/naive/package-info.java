/** Audits the naive purchase path of the lock lab, by I1 to I4. */
@NullMarked
package io.flashsale.auditor.naive;

import org.jspecify.annotations.NullMarked;
