/** Where a request comes from. */
@NullMarked
package io.flashsale.commons.network;

import org.jspecify.annotations.NullMarked;
