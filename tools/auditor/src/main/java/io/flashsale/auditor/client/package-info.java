/** The clients' record from a load test, and its comparison with the orders. */
@NullMarked
package io.flashsale.auditor.client;

import org.jspecify.annotations.NullMarked;
