@NullMarked
package io.flashsale.gateway.ratelimit;

import org.jspecify.annotations.NullMarked;
