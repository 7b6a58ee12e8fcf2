package io.flashsale.order.placement;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.argThat;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.verifyNoMoreInteractions;

import io.flashsale.commons.kafka.DeadLetters;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.testing.Recorded;
import io.flashsale.contracts.testing.Recorded.Variant;
import io.flashsale.order.ordering.ReviewMapper;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** What becomes of reservations that other versions of stock-service have made. */
class ReservationListenerTests {

    private static final String[] OPTIONAL = {"orders.correlationId", "orders.entryNumber", "bucket"};

    private final Placement placement = mock(Placement.class);
    private final ReviewMapper reviews = mock(ReviewMapper.class);
    private final DeadLetters deadLetters = mock(DeadLetters.class);
    private final ReservationListener listener =
            new ReservationListener(JsonMapper.builder().build(), placement, reviews, deadLetters, OrderTrace.OFF);

    static Stream<Variant> fromOtherVersions() {
        return Recorded.readable("StockReservedGroup", OPTIONAL);
    }

    @ParameterizedTest
    @MethodSource("fromOtherVersions")
    void shouldTakeWhatOtherVersionsSend(Variant other) {
        listener.receive(List.of(message(0, other.message())));
        verify(placement)
                .place(
                        eq(5L),
                        anyInt(),
                        argThat(orders -> orders.stream()
                                .map(StockReserved::orderId)
                                .toList()
                                .equals(List.of(Long.MAX_VALUE, 12L))));
        verifyNoInteractions(deadLetters);
    }

    static Stream<Variant> notForThisVersion() {
        return Recorded.unreadable("StockReservedGroup", OPTIONAL);
    }

    @ParameterizedTest
    @MethodSource("notForThisVersion")
    void shouldSetAsideWhatOnlyAnotherVersionUnderstandsAndTakeTheNext(Variant other) {
        ConsumerRecord<String, byte[]> odd = message(0, other.message());
        Variant asRecorded = fromOtherVersions().findFirst().orElseThrow();
        listener.receive(List.of(odd, message(1, asRecorded.message())));
        verify(deadLetters).put(eq(odd), anyString());
        verify(placement).place(anyLong(), anyInt(), any());
        verifyNoMoreInteractions(deadLetters);
    }

    private static ConsumerRecord<String, byte[]> message(long offset, byte[] message) {
        return new ConsumerRecord<>(StockReserved.TOPIC, 0, offset, "5", message);
    }
}
