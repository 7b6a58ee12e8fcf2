package io.flashsale.coupon.sale;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Where the other services are.
 *
 * @param stockUrl base URL of stock-service; only asked about coupons that are limited to products
 */
@ConfigurationProperties("flashsale.services")
record StockServiceProperties(@Nullable URI stockUrl) {}
