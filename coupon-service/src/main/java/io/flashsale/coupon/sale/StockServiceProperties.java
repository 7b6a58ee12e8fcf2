package io.flashsale.coupon.sale;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Where stock-service is.
 *
 * @param stockUrl base URLs of stock-service's instances, separated by commas; called only for coupons that are
 *     limited to products
 */
@ConfigurationProperties("flashsale.services")
record StockServiceProperties(@Nullable List<URI> stockUrl) {}
