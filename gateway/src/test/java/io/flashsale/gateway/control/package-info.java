@NullMarked
package io.flashsale.gateway.control;

import org.jspecify.annotations.NullMarked;
