/** Compares Redis with the database, reports what differs, and repairs what is safe to repair. */
@NullMarked
package io.flashsale.admission.spring.reconciliation;

import org.jspecify.annotations.NullMarked;
