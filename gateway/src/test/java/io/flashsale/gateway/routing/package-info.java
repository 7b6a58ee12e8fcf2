@NullMarked
package io.flashsale.gateway.routing;

import org.jspecify.annotations.NullMarked;
