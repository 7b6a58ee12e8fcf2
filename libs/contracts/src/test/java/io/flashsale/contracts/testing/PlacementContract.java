package io.flashsale.contracts.testing;

import static io.flashsale.contracts.testing.InternalCalls.newId;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.reservation.SaleTerms;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What stock-service expects of the consumer of {@link StockReserved#TOPIC} in group {@link
 * StockReserved#PLACEMENT_GROUP}: that everything the group has committed has reached the ledger.
 */
public interface PlacementContract {

    /** A sale with this number of units in the ledger, at {@link #priceCents}. */
    long sale(int units);

    long priceCents();

    /** Puts the message into the topic, and returns when it is there. */
    void send(StockReservedGroup group);

    /** Returns when the group has committed everything in the topic. */
    void awaitCommitted() throws Exception;

    /** The orders that hold a unit of the sale in the ledger. */
    Set<Long> holding(long saleId);

    private StockReservedGroup group(long sale, int orders) {
        return group(sale, orders, priceCents());
    }

    private static StockReservedGroup group(long sale, int orders, long priceCents) {
        return new StockReservedGroup(
                sale,
                new SaleTerms("A lamp", "/images/lamp.svg", priceCents),
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                Stream.generate(() -> new StockReservedGroup.Line(newId(), newId(), "of-the-contract-test", null))
                        .limit(orders)
                        .toList(),
                null);
    }

    private static List<Long> ids(StockReservedGroup group) {
        return group.orders().stream().map(StockReservedGroup.Line::orderId).toList();
    }

    @Test
    default void shouldCommitWhenEachOrderHasBeenToTheLedgerAndNotBefore() throws Exception {
        long sale = sale(3);
        StockReservedGroup first = group(sale, 2);
        StockReservedGroup second = group(sale, 2);
        send(first);
        send(second);
        awaitCommitted();
        assertThat(holding(sale))
                .containsExactlyInAnyOrder(
                        ids(first).get(0), ids(first).get(1), ids(second).get(0));
    }

    @Test
    default void shouldDeductOnceForAMessageThatComesTwice() throws Exception {
        long sale = sale(3);
        StockReservedGroup group = group(sale, 1);
        send(group);
        awaitCommitted();
        send(group);
        awaitCommitted();
        assertThat(holding(sale)).containsExactlyElementsOf(ids(group));
    }

    @Test
    default void shouldKeepAUnitForAMessageWithAPriceThatTheSaleNeverHad() throws Exception {
        long sale = sale(2);
        StockReservedGroup usual = group(sale, 1);
        StockReservedGroup atNoPrice = group(sale, 1, 1);
        send(atNoPrice);
        send(usual);
        awaitCommitted();
        assertThat(holding(sale))
                .containsExactlyInAnyOrder(ids(atNoPrice).getFirst(), ids(usual).getFirst());
    }

    @Test
    default void shouldNotBeKeptByASaleThatTheLedgerDoesNotKnow() throws Exception {
        long sale = sale(1);
        StockReservedGroup known = group(sale, 1);
        send(group(newId(), 1));
        send(known);
        awaitCommitted();
        assertThat(holding(sale)).containsExactlyElementsOf(ids(known));
    }
}
