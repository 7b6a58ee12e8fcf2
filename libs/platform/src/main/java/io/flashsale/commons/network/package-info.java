/** Identifies where requests come from. */
@NullMarked
package io.flashsale.commons.network;

import org.jspecify.annotations.NullMarked;
