package io.flashsale.stock.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyCollection;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import io.flashsale.admission.StockGates;
import io.flashsale.admission.StockGates.Release;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.stock.catalogue.SaleCatalogue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.client.RedisTimeoutException;
import tools.jackson.databind.json.JsonMapper;

class ReleasesTests {

    private static final long WITHOUT_REDIS = 2;

    private final JsonMapper json = JsonMapper.builder().build();
    private final LedgerService ledger = mock(LedgerService.class);
    private final StockGates gates = mock(StockGates.class);
    private final SaleCatalogue catalogue = mock(SaleCatalogue.class);
    private final Releases releases = new Releases(ledger, catalogue, gates, OrderTrace.OFF, json);

    @BeforeEach
    void salesHaveOneBucket() {
        when(catalogue.numberOfBuckets(anyLong())).thenReturn(1);
    }

    @Test
    void shouldGiveBackWhatOtherSalesHeldWhenTheRedisOfOneIsAway() {
        RedisTimeoutException away = new RedisTimeoutException("its master is dead");
        when(gates.release(eq(WITHOUT_REDIS), anyList())).thenThrow(away);
        List<ConsumerRecord<String, byte[]>> batch =
                LongStream.rangeClosed(1, 3).mapToObj(this::release).toList();
        assertThatThrownBy(() -> releases.release(batch))
                .as("the batch comes again")
                .isSameAs(away);
        for (long sale = 1; sale <= 3; sale++) {
            verify(ledger).release(eq(sale), any());
            verify(gates).release(eq(sale), anyList());
        }
    }

    /** A message that came twice is in the batch twice; the second one finds nothing to give back. */
    @Test
    void shouldTellOfEachMessageWhatCameOfItself() {
        OrderTrace trace = mock(OrderTrace.class);
        List<String> told = new ArrayList<>();
        when(trace.followsAny(anyCollection(), any())).thenReturn(true);
        doAnswer(call -> {
                    Function<Object, Map<String, String>> wrote = call.getArgument(4);
                    call.<Collection<Object>>getArgument(2)
                            .forEach(member -> told.add(wrote.apply(member).getOrDefault("release.lua", "")));
                    return null;
                })
                .when(trace)
                .stops(any(), any(), anyCollection(), any(), any());
        when(gates.release(eq(1L), anyList())).thenReturn(List.of(Release.RELEASED, Release.NOT_HELD));
        new Releases(ledger, catalogue, gates, trace, json).release(List.of(release(1), release(1)));
        assertThat(told).containsExactly("RELEASED", "NOT_HELD");
    }

    /** Its lower bits equal those of sale 5. */
    @Test
    void shouldTakeNoOtherSaleForOneWhoseIdCannotBe() {
        List<ConsumerRecord<String, byte[]>> batch = List.of(release((1L << 48) + 5));
        assertThatThrownBy(() -> releases.release(batch)).hasStackTraceContaining("no sale has this id");
        verifyNoInteractions(ledger, gates);
    }

    private ConsumerRecord<String, byte[]> release(long sale) {
        byte[] message = json.writeValueAsBytes(new OrderReleased(100 + sale, sale, 7, Reason.CANCELLED));
        return new ConsumerRecord<>(OrderReleased.TOPIC, 0, sale, Long.toString(sale), message);
    }
}
