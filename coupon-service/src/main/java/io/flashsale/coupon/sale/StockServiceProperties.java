package io.flashsale.coupon.sale;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Where the other services are.
 *
 * @param stockUrl base URL of stock-service, of several instances all, separated by commas; only asked about coupons that are limited to products
 */
@ConfigurationProperties("flashsale.services")
record StockServiceProperties(@Nullable List<URI> stockUrl) {}
