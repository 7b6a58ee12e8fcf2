package io.flashsale.auditor.source;

import org.jspecify.annotations.Nullable;

/** A server that has to be read does not answer, or not with what we know how to read. Nothing may be concluded. */
public final class SourceUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Source source;

    public SourceUnavailableException(Source source, @Nullable Throwable cause) {
        super(source.description() + " cannot be read", cause);
        this.source = source;
    }

    /** Which one it is. */
    public Source source() {
        return source;
    }

    /** What we read. */
    public enum Source {
        STOCK_DATABASE("The database of stock-service"),
        ORDER_DATABASE("The database of order-service"),
        COUPON_DATABASE("The database of coupon-service"),
        LAB_DATABASE("The database of the lock lab"),
        REDIS("Redis"),
        KAFKA("Kafka");

        private final String description;

        Source(String description) {
            this.description = description;
        }

        /** For people, as the beginning of a sentence. */
        public String description() {
            return description;
        }
    }
}
