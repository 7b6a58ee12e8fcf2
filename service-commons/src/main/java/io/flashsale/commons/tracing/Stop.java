package io.flashsale.commons.tracing;

/**
 * Where a followed click comes by, in the sequence of a purchase.
 *
 * <p>The file is the one that does what the stop is about, by its path in the repository: a test looks for it.
 */
public enum Stop {
    /** The gateway answers the click: from when it knows whose it is until it has written the answer. */
    CLICK("gateway/src/main/java/io/flashsale/gateway/admission/AdmissionFilter.java"),

    /** It travels to stock-service, with all who had gathered. */
    GROUP("gateway/src/main/java/io/flashsale/gateway/admission/AdmissionLanes.java"),

    /** Redis decides, for all of a group and sale in one step. */
    SCRIPT("admission/src/main/resources/lua/reserve.lua"),

    /** The reservation waits in the outbox in Redis, from the script until it is handed to the producer. */
    OUTBOX("admission/src/main/java/io/flashsale/admission/outbox/OutboxForwarder.java"),

    /** Kafka takes the message, until all replicas have it. */
    KAFKA("admission-spring/src/main/java/io/flashsale/admission/spring/KafkaReservationQueue.java"),

    /** order-service places a batch. */
    PLACEMENT("order-service/src/main/java/io/flashsale/order/placement/Placement.java"),

    /** stock-service takes the units of a batch in the ledger. */
    LEDGER("stock-service/src/main/java/io/flashsale/stock/ledger/LedgerService.java"),

    /** The orders of a batch are written, one transaction. */
    INSERT("order-service/src/main/java/io/flashsale/order/placement/PlacementRows.java"),

    /** A charge is recorded, and pays the order or goes back. */
    PAYMENT("order-service/src/main/java/io/flashsale/order/payment/PaymentNotifications.java"),

    /** The order ends without a sale. */
    CLOSING("order-service/src/main/java/io/flashsale/order/closing/OrderClosing.java"),

    /** What it held goes back, in MySQL and then in Redis. */
    RELEASE("stock-service/src/main/java/io/flashsale/stock/ledger/Releases.java"),

    /** The provider gives back a charge that paid nothing. */
    REFUND("order-service/src/main/java/io/flashsale/order/refund/RefundProcessor.java");

    private final String file;

    Stop(String file) {
        this.file = file;
    }

    public String file() {
        return file;
    }
}
