/**
 * The way of those who want a unit: checked here, sent on together. Group commit once more: whoever comes while the others
 * are under way shares the next trip, and nobody waits for a trip to fill. See docs/admission-in-groups.md.
 */
@NullMarked
package io.flashsale.gateway.admission;

import org.jspecify.annotations.NullMarked;
