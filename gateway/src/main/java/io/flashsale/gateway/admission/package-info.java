/**
 * Checks requests for a unit, and payments, and sends them on in groups. This is group commit: requests that arrive while a
 * call is in flight share the next one, and a lone request goes at once. See docs/admission-in-groups.md.
 */
@NullMarked
package io.flashsale.gateway.admission;

import org.jspecify.annotations.NullMarked;
