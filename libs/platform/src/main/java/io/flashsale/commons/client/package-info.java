/** Calling other services. */
@NullMarked
package io.flashsale.commons.client;

import org.jspecify.annotations.NullMarked;
