package io.flashsale.order.stock;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the other services are.
 *
 * @param stockUrl base URL of stock-service, of several instances all, separated by commas
 * @param stockAnswerTimeout after which a call to stock-service counts as unanswered
 */
@ConfigurationProperties("flashsale.services")
record StockServiceProperties(
        @Nullable List<URI> stockUrl, @DefaultValue("5s") Duration stockAnswerTimeout) {}
