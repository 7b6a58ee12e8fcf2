package io.flashsale.order.stock;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where stock-service is.
 *
 * @param stockUrl base URLs of stock-service's instances, separated by commas
 * @param stockAnswerTimeout after which a call to stock-service counts as unanswered
 */
@ConfigurationProperties("flashsale.services")
record StockServiceProperties(
        @Nullable List<URI> stockUrl, @DefaultValue("5s") Duration stockAnswerTimeout) {}
