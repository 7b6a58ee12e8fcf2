@NullMarked
package io.flashsale.gateway.session;

import org.jspecify.annotations.NullMarked;
