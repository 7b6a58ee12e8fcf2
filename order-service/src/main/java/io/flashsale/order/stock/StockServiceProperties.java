package io.flashsale.order.stock;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Where the other services are.
 *
 * @param stockUrl base URL of stock-service
 */
@ConfigurationProperties("flashsale.services")
record StockServiceProperties(@Nullable URI stockUrl) {}
