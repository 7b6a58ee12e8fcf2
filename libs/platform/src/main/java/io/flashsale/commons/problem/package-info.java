/** Answers refusals and faults as problem details (RFC 9457) of stable types, the same in every service. */
@NullMarked
package io.flashsale.commons.problem;

import org.jspecify.annotations.NullMarked;
