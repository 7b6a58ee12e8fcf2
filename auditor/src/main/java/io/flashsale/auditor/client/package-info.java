/** What clients saw, as a load test recorded it, and how it is compared with the orders. */
@NullMarked
package io.flashsale.auditor.client;

import org.jspecify.annotations.NullMarked;
