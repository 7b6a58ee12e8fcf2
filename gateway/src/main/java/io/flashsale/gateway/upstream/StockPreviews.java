package io.flashsale.gateway.upstream;

import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.flashsale.storefront.SalePreview;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks stock-service for the preview of a sale, once in {@link #KEPT} for all visitors. A page does not wait long for
 * it: a shopper needs the page also while stock-service is away.
 */
final class StockPreviews implements SalePreview.Source {

    private static final Logger log = LoggerFactory.getLogger(StockPreviews.class);

    private static final Duration KEPT = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofMillis(500);
    private static final int MAX_SALES = 1_000;

    private final AsyncLoadingCache<Long, Optional<SalePreview>> known;

    StockPreviews(Upstream stock, JsonMapper json, Ticker ticker) {
        known = Caffeine.newBuilder()
                .expireAfterWrite(KEPT)
                .ticker(ticker)
                .maximumSize(MAX_SALES)
                .executor(Thread::startVirtualThread)
                .buildAsync(saleId -> ask(stock, json, saleId));
    }

    @Override
    public Optional<SalePreview> of(long saleId) {
        try {
            return known.get(saleId).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException _) {
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static Optional<SalePreview> ask(Upstream stock, JsonMapper json, long saleId) {
        try {
            UpstreamReply reply = stock.exchange(new UpstreamRequest("GET", "/api/sales/" + saleId));
            JsonNode sale = reply.status() == 200 ? json.readTree(reply.body()) : json.createObjectNode();
            JsonNode product = sale.path("product");
            return Optional.of(sale.path("title").asString(""))
                    .filter(title -> !title.isEmpty())
                    .map(title -> new SalePreview(
                            saleId,
                            title,
                            product.path("description").asString(""),
                            product.path("imageUrl").asString("")));
        } catch (UpstreamException | JacksonException fault) {
            log.debug("sale {} has no preview now: {}", saleId, fault.getMessage());
            return Optional.empty();
        }
    }
}
