@NullMarked
package io.flashsale.gateway.connection;

import org.jspecify.annotations.NullMarked;
