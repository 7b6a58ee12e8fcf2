package io.flashsale.order.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyCollection;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.commons.tracing.TraceParent;
import io.flashsale.contracts.reservation.SaleTerms;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.order.ordering.OrdersChanged;
import io.flashsale.order.outbox.Outbox;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PlacementRowsTests {

    private final List<Object> published = new ArrayList<>();

    private final PlacementRows rows = new PlacementRows(
            mock(PlacedOrderMapper.class),
            mock(Outbox.class),
            published::add,
            new OrderProperties(Duration.ofMinutes(5)),
            following());

    private static OrderTrace following() {
        OrderTrace trace = mock(OrderTrace.class);
        when(trace.isOn()).thenReturn(true);
        when(trace.now()).thenReturn(Instant.EPOCH);
        when(trace.followsAny(anyCollection(), any())).thenAnswer(call -> {
            Function<Object, String> correlationId = call.getArgument(1);
            return call.<Collection<Object>>getArgument(0).stream()
                    .map(correlationId)
                    .anyMatch(TraceParent::isIn);
        });
        return trace;
    }

    private static List<Decision> placing(String correlationId) {
        SaleTerms terms = new SaleTerms("A lamp", "/images/lamp.svg", 1_990);
        return List.of(new Decision.Place(new StockReserved(1, 2, 3, terms, Instant.EPOCH, correlationId), 1));
    }

    @Test
    void shouldPrepareNothingForBatchesInWhichNobodyIsFollowed() {
        rows.insert(placing("0123456789abcdef"));
        assertThat(published).containsExactly(new OrdersChanged(List.of(1L)));
    }

    @Test
    void shouldTellOfABatchInWhichSomebodyIsFollowed() {
        List<Decision> decided = placing("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
        rows.insert(decided);
        assertThat(published)
                .containsExactly(new PlacementRows.Inserted(decided, Instant.EPOCH), new OrdersChanged(List.of(1L)));
    }
}
