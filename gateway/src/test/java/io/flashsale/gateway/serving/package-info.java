@NullMarked
package io.flashsale.gateway.serving;

import org.jspecify.annotations.NullMarked;
