/** The only entrance to the system from outside. */
@NullMarked
package io.flashsale.gateway;

import org.jspecify.annotations.NullMarked;
