package io.flashsale.commons.tracing;

/**
 * The stops of a followed click, in the order of a purchase.
 *
 * <p>Each names the file that does its work, by its path in the repository; a test checks that it exists.
 */
public enum Stop {
    /** The gateway answers the click: from the moment it knows whose it is until the answer is written. */
    CLICK("gateway/src/main/java/io/flashsale/gateway/admission/AdmissionFilter.java"),

    /** It travels to stock-service in a group with others. */
    GROUP("gateway/src/main/java/io/flashsale/gateway/admission/AdmissionLanes.java"),

    /** Redis decides for all of one group and sale in one step. */
    SCRIPT("libs/admission/src/main/resources/lua/reserve.lua"),

    /** The reservation waits in the outbox in Redis, from the script until the producer has it. */
    OUTBOX("libs/admission/src/main/java/io/flashsale/admission/outbox/OutboxForwarder.java"),

    /** Kafka accepts the message on all replicas. */
    KAFKA("libs/admission/src/main/java/io/flashsale/admission/spring/KafkaReservationQueue.java"),

    /** order-service places a batch. */
    PLACEMENT("order-service/src/main/java/io/flashsale/order/placement/Placement.java"),

    /** stock-service takes the units of a batch in the ledger. */
    LEDGER("stock-service/src/main/java/io/flashsale/stock/ledger/LedgerService.java"),

    /** The orders of a batch are written in one transaction. */
    INSERT("order-service/src/main/java/io/flashsale/order/placement/PlacementRows.java"),

    /** A charge is recorded, and pays the order or goes back. */
    PAYMENT("order-service/src/main/java/io/flashsale/order/payment/PaymentNotifications.java"),

    /** The order ends without a sale. */
    CLOSING("order-service/src/main/java/io/flashsale/order/closing/OrderClosing.java"),

    /** The order's unit goes back, in MySQL and then in Redis. */
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
