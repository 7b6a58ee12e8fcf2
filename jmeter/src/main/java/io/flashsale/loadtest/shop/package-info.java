/** The running system as the load test sees it: HTTP through the gateway, and nothing else. */
@NullMarked
package io.flashsale.loadtest.shop;

import org.jspecify.annotations.NullMarked;
