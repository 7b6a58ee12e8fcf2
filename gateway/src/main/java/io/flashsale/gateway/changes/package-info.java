/** Writes administrators' changes to the security log. */
@NullMarked
package io.flashsale.gateway.changes;

import org.jspecify.annotations.NullMarked;
