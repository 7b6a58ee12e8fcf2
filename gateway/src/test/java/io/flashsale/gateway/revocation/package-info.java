@NullMarked
package io.flashsale.gateway.revocation;

import org.jspecify.annotations.NullMarked;
