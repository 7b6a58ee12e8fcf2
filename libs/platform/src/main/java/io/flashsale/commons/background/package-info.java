/** Runs background work for as long as the service runs. */
@NullMarked
package io.flashsale.commons.background;

import org.jspecify.annotations.NullMarked;
