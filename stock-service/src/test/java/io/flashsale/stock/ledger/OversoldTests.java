package io.flashsale.stock.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import io.flashsale.admission.redis.Leadership;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.client.RedisTimeoutException;
import org.springframework.dao.QueryTimeoutException;

class OversoldTests {

    private final LedgerMapper ledger = mock(LedgerMapper.class);
    private final Leadership leadership = mock(Leadership.class);
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final Oversold oversold = new Oversold(ledger, leadership, meters);

    @BeforeEach
    void lead() throws Exception {
        when(leadership.perform(any())).thenAnswer(call -> {
            Leadership.Duty<?> duty = call.getArgument(0);
            duty.perform();
            return true;
        });
    }

    private double sales() {
        return meters.get("flashsale.ledger.oversold").gauge().value();
    }

    @Test
    void shouldTellWhatTheLedgerSays() throws Exception {
        when(ledger.oversold(anyInt())).thenReturn(2L);
        oversold.look();
        assertThat(sales()).isEqualTo(2);
        when(ledger.oversold(anyInt())).thenThrow(new QueryTimeoutException("MySQL is away"));
        oversold.look();
        assertThat(sales()).isNaN();
    }

    @Test
    void shouldLeaveItToTheInstanceThatLeads() throws Exception {
        doReturn(false).when(leadership).perform(any());
        oversold.look();
        assertThat(sales()).isNaN();
        verifyNoInteractions(ledger);
    }

    @Test
    void shouldLookWhileRedisDoesNotSayWhoLeads() throws Exception {
        doThrow(new RedisTimeoutException("no answer")).when(leadership).perform(any());
        when(ledger.oversold(anyInt())).thenReturn(1L);
        oversold.look();
        assertThat(sales()).isEqualTo(1);
    }
}
