@NullMarked
package io.flashsale.gateway.support;

import org.jspecify.annotations.NullMarked;
