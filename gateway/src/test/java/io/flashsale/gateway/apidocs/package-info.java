@NullMarked
package io.flashsale.gateway.apidocs;

import org.jspecify.annotations.NullMarked;
