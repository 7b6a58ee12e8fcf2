/**
 * Checks requests for a unit, and payments, and sends them on in groups. This is group commit: requests that arrive while calls
 * are in flight share the next call, and no call waits for its group to fill. See docs/admission-in-groups.md.
 */
@NullMarked
package io.flashsale.gateway.admission;

import org.jspecify.annotations.NullMarked;
