/** What can be wrong: the invariants of docs/invariants.md, the ways to break them, and the evidence that one was broken. */
@NullMarked
package io.flashsale.auditor.finding;

import org.jspecify.annotations.NullMarked;
