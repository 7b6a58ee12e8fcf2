package io.flashsale.auditor.source;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A server does not answer, or its answer cannot be parsed. Nothing may be concluded. */
public final class SourceUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Source source;

    public SourceUnavailableException(Source source, @Nullable Throwable cause) {
        super(source.description() + " cannot be read", cause);
        this.source = source;
    }

    public Source source() {
        return source;
    }

    public enum Source {
        STOCK_DATABASE("The database of stock-service"),
        ORDER_DATABASE("The database of order-service"),
        COUPON_DATABASE("The database of coupon-service"),
        LAB_DATABASE("The database of the lock lab"),
        REDIS("Redis"),
        KAFKA("Kafka");

        /** For each connection and answer. An audit may run beside a load test that takes all processors. */
        public static final Duration TIMEOUT = Duration.ofSeconds(10);

        private final String description;

        Source(String description) {
            this.description = description;
        }

        /** A description for people, as the beginning of a sentence. */
        public String description() {
            return description;
        }
    }
}
