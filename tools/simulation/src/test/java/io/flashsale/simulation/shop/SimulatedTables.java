package io.flashsale.simulation.shop;

import io.flashsale.admission.ReservationGroup;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.simulation.shop.SimulatedDatabase.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The rows of the shop, as far as purchases touch them. The databases of both services are one here. */
public final class SimulatedTables {

    public final SimulatedDatabase database;
    public final Table<Long, SaleLine> sales;

    /** By gate. */
    public final Table<Long, StockLine> stock;

    /** The prices that sales had, by sale and price: {@code sale:price}. */
    public final Table<String, Long> prices;

    /** By order and type. */
    public final Table<Long, FlowLine> flows;

    /** By the first reservation. */
    public final Table<Long, SavedLine> saved;

    public final Table<Long, OrderLine> orders;

    /** The active orders by {@code sale:user:slot}, as the unique key of table orders. */
    public final Table<String, Long> slots;

    public final Table<Long, OutboxLine> outbox;
    public final Table<Long, StockReserved> reviews;

    /** The provider's charges that are recorded, by their ids. */
    public final Table<String, ChargeLine> charges;

    /** Shoppers whose purchase ticket came back. */
    public final Table<Long, Long> ticketsBack;

    private long outboxId;

    public SimulatedTables(World world) {
        database = new SimulatedDatabase(world);
        sales = database.table();
        stock = database.table();
        prices = database.table();
        flows = database.table();
        saved = database.table();
        orders = database.table();
        slots = database.table();
        outbox = database.table();
        reviews = database.table();
        charges = database.table();
        ticketsBack = database.table();
    }

    public record SaleLine(
            long id,
            String title,
            long priceCents,
            Instant opensAt,
            Instant closesAt,
            long revision,
            int limit,
            int buckets) {}

    public record StockLine(
            long initial, long added, long available, long deducted, long released, long version, long moved) {}

    /** @param type DEDUCT, RELEASE or VOID */
    public record FlowLine(long orderId, long saleId, long userId, String type) {

        public static long key(long orderId, String type) {
            return orderId * 3 + (type.equals("DEDUCT") ? 0 : type.equals("RELEASE") ? 1 : 2);
        }
    }

    public record SavedLine(ReservationGroup group, long savedAt) {}

    public record OrderLine(
            long id,
            long saleId,
            long userId,
            String title,
            String imageUrl,
            long priceCents,
            Instant reservedAt,
            int slot,
            String status,
            @Nullable String reason,
            @Nullable Instant payDeadline,
            long refundCents) {

        public boolean isActive() {
            return status.equals("AWAITING_PAYMENT") || status.equals("PAID");
        }

        public String slotKey() {
            return saleId + ":" + userId + ":" + slot;
        }

        public OrderLine ended(String newStatus, String newReason) {
            return with(newStatus, newReason, refundCents);
        }

        /** For a further step, after which its reason stays. */
        public OrderLine with(String newStatus) {
            return with(newStatus, reason, refundCents);
        }

        public OrderLine refunding(String newStatus, long cents) {
            return with(newStatus, reason, refundCents + cents);
        }

        private OrderLine with(String newStatus, @Nullable String newReason, long newRefundCents) {
            return new OrderLine(
                    id,
                    saleId,
                    userId,
                    title,
                    imageUrl,
                    priceCents,
                    reservedAt,
                    slot,
                    newStatus,
                    newReason,
                    payDeadline,
                    newRefundCents);
        }
    }

    /**
     * @param outcome RECEIVED, PAID or REFUND
     * @param refund why the money goes back; null if it does not
     */
    public record ChargeLine(
            String id,
            long orderId,
            long amountCents,
            String outcome,
            @Nullable String refund) {

        public ChargeLine decided(String newOutcome) {
            return new ChargeLine(id, orderId, amountCents, newOutcome, refund);
        }

        public ChargeLine refunded(String reason) {
            return new ChargeLine(id, orderId, amountCents, outcome, reason);
        }
    }

    public record OutboxLine(long id, String topic, String key, String payload) {}

    public long nextOutboxId() {
        return ++outboxId;
    }
}
