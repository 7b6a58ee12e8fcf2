/** The invariants of docs/invariants.md, the findings that violate them, and the evidence for a finding. */
@NullMarked
package io.flashsale.auditor.finding;

import org.jspecify.annotations.NullMarked;
