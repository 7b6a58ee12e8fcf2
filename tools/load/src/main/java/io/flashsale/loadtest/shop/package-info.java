/** The running system as the load test sees it: only HTTP through the gateway. */
@NullMarked
package io.flashsale.loadtest.shop;

import org.jspecify.annotations.NullMarked;
