@NullMarked
package io.flashsale.gateway.edge;

import org.jspecify.annotations.NullMarked;
