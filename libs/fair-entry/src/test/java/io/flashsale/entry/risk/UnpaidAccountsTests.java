package io.flashsale.entry.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.ArgumentMatchers.longThat;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.flashsale.admission.redis.Shards;
import io.flashsale.entry.risk.EntryRule.Reason;
import io.flashsale.entry.risk.UnpaidMapper.UnpaidInAllRow;
import io.flashsale.entry.risk.UnpaidMapper.UnpaidRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.redisson.client.RedisException;
import org.springframework.dao.DataAccessResourceFailureException;

class UnpaidAccountsTests {

    private static final Duration WAIT = Duration.ofMinutes(10);
    private static final Duration MAX_WAIT = Duration.ofDays(1);

    private final Instant now = Instant.now();
    private final UnpaidMapper rows = mock();
    private final RiskScripts scripts = mock();
    private final UnpaidAccounts accounts = new UnpaidAccounts(rows, scripts, 2);

    /** The first round looks for all accounts, later rounds only for new ones. */
    @Test
    void shouldLookForAllWhenMySqlIsBack() {
        Instant last = now.minus(Duration.ofHours(1));
        when(rows.waiting(anyInt(), anyLong(), anyLong(), eq(MAX_WAIT.toNanos() / 1_000), anyInt()))
                .thenThrow(new DataAccessResourceFailureException("away"))
                .thenReturn(List.of(new UnpaidRow(1, 7, 10, last)));

        assertThatThrownBy(accounts::refresh).hasMessage("away");
        accounts.refresh();

        assertThat(accounts.waitsUntil(7, Instant.now())).isPresent();
    }

    /** One of several masters of Redis is away. */
    @Test
    void shouldTellTheGatesOfOtherSalesWhenThoseOfOneDoNotAnswer() {
        when(rows.waiting(anyInt(), anyLong(), anyLong(), anyLong(), anyInt()))
                .thenReturn(List.of(new UnpaidRow(1, 7, 2, now), new UnpaidRow(2, 8, 2, now)));
        doThrow(new RedisException("away")).doNothing().when(scripts).bar(eq(1L), anyList(), any());

        accounts.refresh();
        verify(scripts).bar(eq(2L), anyList(), any());
        verify(scripts).refused(eq(2L), eq(8L), eq(Reason.UNPAID_ORDERS), any());
        accounts.refresh();
        verify(scripts, times(2)).bar(eq(1L), anyList(), any());
        verify(scripts).refused(eq(1L), eq(7L), eq(Reason.UNPAID_ORDERS), any());
    }

    /** Each further question would take seconds. */
    @Test
    void shouldAskAShardThatDoesNotAnswerOnceARound() {
        long sameShard = 1 + Shards.COUNT;
        when(rows.waiting(anyInt(), anyLong(), anyLong(), anyLong(), anyInt()))
                .thenReturn(List.of(
                        new UnpaidRow(1, 7, 2, now),
                        new UnpaidRow(1, 9, 2, now),
                        new UnpaidRow(sameShard, 7, 2, now),
                        new UnpaidRow(2, 8, 2, now)));
        doThrow(new RedisException("away"))
                .when(scripts)
                .refused(longThat(sale -> Shards.of(sale) == 1), anyLong(), any(), any());

        accounts.refresh();
        verify(scripts, times(1)).refused(longThat(sale -> Shards.of(sale) == 1), anyLong(), any(), any());
        verify(scripts).refused(eq(2L), eq(8L), any(), any());
        accounts.refresh();
        verify(scripts, times(2).description("all over again in the next round"))
                .refused(longThat(sale -> Shards.of(sale) == 1), anyLong(), any(), any());
    }

    /** Where tickets are needed, an account gets only one a sale. */
    @Test
    void shouldMakeWaitAtTheEntranceForWhatWasLetGoInAllSalesTogether() {
        when(rows.waitingForAll(2, WAIT.toNanos() / 1_000, MAX_WAIT.toNanos() / 1_000, 50_000))
                .thenReturn(List.of(new UnpaidInAllRow(8, 3, now.minus(Duration.ofMinutes(1)))));

        accounts.refresh();
        assertThat(accounts.waitsUntil(8, Instant.now().plus(Duration.ofMinutes(18))))
                .as("twice as long for the third")
                .isPresent();
        assertThat(accounts.waitsUntil(8, Instant.now().plus(Duration.ofMinutes(20))))
                .isEmpty();
        accounts.refresh();
        assertThat(accounts.waitsUntil(8, Instant.now()))
                .as("in the rounds between")
                .isPresent();
    }
}
