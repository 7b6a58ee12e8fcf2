@NullMarked
package io.flashsale.gateway.upstream;

import org.jspecify.annotations.NullMarked;
