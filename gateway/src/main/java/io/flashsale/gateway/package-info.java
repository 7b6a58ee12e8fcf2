/** The only way in from outside. */
@NullMarked
package io.flashsale.gateway;

import org.jspecify.annotations.NullMarked;
