@NullMarked
package io.flashsale.gateway.admission;

import org.jspecify.annotations.NullMarked;
