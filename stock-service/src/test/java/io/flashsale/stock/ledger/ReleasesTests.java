package io.flashsale.stock.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyCollection;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.argThat;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import io.flashsale.admission.StockGates;
import io.flashsale.admission.StockGates.Hold;
import io.flashsale.admission.StockGates.Release;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.commons.kafka.DeadLetters;
import io.flashsale.commons.tracing.JointWork;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.contracts.testing.Recorded;
import io.flashsale.contracts.testing.Recorded.Variant;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.ledger.LedgerService.LedgerRelease;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.client.RedisTimeoutException;
import org.springframework.kafka.listener.BatchListenerFailedException;
import tools.jackson.databind.json.JsonMapper;

class ReleasesTests {

    private static final long WITHOUT_REDIS = 2;

    private final JsonMapper json = JsonMapper.builder().build();
    private final LedgerService ledger = mock(LedgerService.class);
    private final StockGates gates = mock(StockGates.class);
    private final SaleCatalogue catalogue = mock(SaleCatalogue.class);
    private final DeadLetters deadLetters = mock(DeadLetters.class);
    private final Releases releases = new Releases(ledger, catalogue, gates, OrderTrace.OFF, json, deadLetters);

    @BeforeEach
    void salesHaveOneBucketAndReleasesAreRight() {
        when(catalogue.numberOfBuckets(anyLong())).thenReturn(1);
        when(ledger.release(anyLong(), any())).thenReturn(new LedgerRelease(2L, Set.of(), Set.of()));
    }

    @Test
    void shouldGiveBackWhatOtherSalesHeldWhenTheRedisOfOneIsAway() {
        RedisTimeoutException away = new RedisTimeoutException("its master is dead");
        when(gates.release(eq(WITHOUT_REDIS), anyList())).thenThrow(away);
        List<ConsumerRecord<String, byte[]>> batch =
                LongStream.rangeClosed(1, 3).mapToObj(this::release).toList();
        assertThatThrownBy(() -> releases.receive(batch))
                .as("the releases of this sale come again")
                .isInstanceOf(BatchListenerFailedException.class)
                .hasRootCause(away);
        for (long sale = 1; sale <= 3; sale++) {
            verify(ledger).release(eq(sale), any());
            verify(gates).release(eq(sale), anyList());
        }
    }

    /** A message that came twice is in the batch twice; the second one finds nothing to give back. */
    @Test
    void shouldTellOfEachMessageWhatCameOfItself() {
        OrderTrace trace = mock(OrderTrace.class);
        JointWork work = mock(JointWork.class);
        List<String> told = new ArrayList<>();
        when(trace.begin(any(), anyCollection(), any())).thenReturn(work);
        doAnswer(call -> {
                    Function<Object, Map<String, String>> wrote = call.getArgument(2);
                    call.<Collection<Object>>getArgument(0)
                            .forEach(member -> told.add(wrote.apply(member).getOrDefault("release.lua", "")));
                    return null;
                })
                .when(work)
                .stops(anyCollection(), any(), any());
        when(gates.release(eq(1L), anyList())).thenReturn(List.of(Release.RELEASED, Release.NOT_HELD));
        new Releases(ledger, catalogue, gates, trace, json, deadLetters).receive(List.of(release(1), release(1)));
        assertThat(told).containsExactly("RELEASED", "NOT_HELD");
        verify(work).close();
    }

    @Test
    void shouldGiveAUnitBackToTheBucketOfItsShopper() {
        when(catalogue.numberOfBuckets(1)).thenReturn(8);
        releases.receive(List.of(release(1)));
        verify(ledger).release(eq(1L), any());
        verify(gates).release(Buckets.homeGate(1, 7, 8), List.of(new Hold(7, 101, true)));
    }

    /** Its lower bits equal those of sale 5. */
    @Test
    void shouldTakeNoOtherSaleForOneWhoseIdCannotBe() {
        ConsumerRecord<String, byte[]> wrong = release((1L << 48) + 5);
        releases.receive(List.of(wrong));
        verify(deadLetters).put(wrong, "no sale has this id");
        verifyNoInteractions(ledger, gates);
    }

    @Test
    void shouldGiveNothingBackInRedisForWhatTheLedgerContradicts() {
        var right = release(1);
        var wrong = release(2);
        when(ledger.release(eq(2L), any()))
                .thenReturn(new LedgerRelease(2L, Set.of(new OrderReleased(102, 2, 7, Reason.CANCELLED)), Set.of()));
        releases.receive(List.of(right, wrong));
        verify(gates).release(eq(1L), anyList());
        verifyNoMoreInteractions(gates);
        verify(deadLetters).put(wrong, "the ledger knows the order of another shopper or sale");
    }

    /** Redis would offer a unit that MySQL never had. */
    @Test
    void shouldGiveNoUnitBackInRedisForAnOrderThatNeverHadOne() {
        OrderReleased rejected = new OrderReleased(101, 1, 7, Reason.REJECTED_BY_ADMINISTRATOR);
        OrderReleased withUnit = new OrderReleased(102, 1, 8, Reason.REJECTED_BY_ADMINISTRATOR);
        OrderReleased surplus = new OrderReleased(103, 1, 9, Reason.INSUFFICIENT_STOCK);
        when(ledger.release(eq(1L), any())).thenReturn(new LedgerRelease(2L, Set.of(), Set.of(rejected)));
        releases.receive(Stream.of(rejected, withUnit, surplus)
                .map(order -> message(1, json.writeValueAsBytes(order)))
                .toList());
        verify(gates)
                .release(1, List.of(new Hold(7, 101, false), new Hold(8, 102, true, true), new Hold(9, 103, false)));
    }

    static Stream<Variant> fromOtherVersions() {
        return Recorded.readable("OrderReleased", "traceparent");
    }

    @ParameterizedTest
    @MethodSource("fromOtherVersions")
    void shouldTakeWhatOtherVersionsSend(Variant other) {
        requireRelease(other.message(), Reason.CANCELLED);
    }

    /** The reason is for people; the shopper of the last unit waits. */
    @Test
    void shouldGiveTheUnitBackForAReasonOfALaterVersion() {
        String later = Recorded.message("OrderReleased").toString().replace("CANCELLED", "OF_A_LATER_VERSION");
        requireRelease(later.getBytes(StandardCharsets.UTF_8), Reason.OTHER);
    }

    private void requireRelease(byte[] message, Reason reason) {
        releases.receive(List.of(message(5, message)));
        verify(ledger).release(eq(5L), argThat(orders -> orders.getFirst().reason() == reason));
        verify(gates).release(5, List.of(new Hold(7, 11, true)));
        verifyNoInteractions(deadLetters);
    }

    static Stream<Variant> notForThisVersion() {
        return Recorded.unreadable("OrderReleased", "traceparent");
    }

    @ParameterizedTest
    @MethodSource("notForThisVersion")
    void shouldSetAsideWhatOnlyAnotherVersionUnderstandsAndTakeTheNext(Variant other) {
        ConsumerRecord<String, byte[]> odd = message(5, other.message());
        releases.receive(List.of(odd, release(1)));
        verify(deadLetters).put(eq(odd), anyString());
        verify(gates).release(eq(1L), anyList());
        verifyNoMoreInteractions(gates);
    }

    private ConsumerRecord<String, byte[]> release(long sale) {
        return message(sale, json.writeValueAsBytes(new OrderReleased(100 + sale, sale, 7, Reason.CANCELLED)));
    }

    private static ConsumerRecord<String, byte[]> message(long sale, byte[] message) {
        return new ConsumerRecord<>(OrderReleased.TOPIC, 0, sale, Long.toString(sale), message);
    }
}
