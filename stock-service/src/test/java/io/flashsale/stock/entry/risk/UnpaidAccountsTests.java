package io.flashsale.stock.entry.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.flashsale.stock.entry.risk.UnpaidMapper.UnpaidInAllRow;
import io.flashsale.stock.entry.risk.UnpaidMapper.UnpaidRow;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

class UnpaidAccountsTests {

    private static final Duration WAIT = Duration.ofMinutes(10);
    private static final Duration MAX_WAIT = Duration.ofDays(1);

    private final UnpaidMapper rows = mock();
    private final UnpaidAccounts accounts = new UnpaidAccounts(
            rows,
            mock(RiskScripts.class),
            new RiskProperties(Duration.ofMinutes(5), Duration.ofDays(1), 4, 50, 0, 5, 2, WAIT, MAX_WAIT));

    /** The first round looks for all; those after it only for what is new. */
    @Test
    void shouldLookForAllWhenMySqlIsBack() {
        LocalDateTime last = LocalDateTime.now(ZoneOffset.UTC).minusHours(1);
        when(rows.waiting(anyInt(), anyLong(), anyLong(), eq(MAX_WAIT.toNanos() / 1_000), anyInt()))
                .thenThrow(new DataAccessResourceFailureException("away"))
                .thenReturn(List.of(new UnpaidRow(1, 7, 10, last)));

        assertThatThrownBy(accounts::refresh).hasMessage("away");
        accounts.refresh();

        assertThat(accounts.waitsUntil(7, Instant.now())).isPresent();
    }

    /** One ticket a sale is all that an account gets where tickets are needed. */
    @Test
    void shouldMakeWaitAtTheEntranceForWhatWasLetGoInAllSalesTogether() {
        LocalDateTime last = LocalDateTime.now(ZoneOffset.UTC).minusMinutes(1);
        when(rows.waitingForAll(2, WAIT.toNanos() / 1_000, MAX_WAIT.toNanos() / 1_000, 50_000))
                .thenReturn(List.of(new UnpaidInAllRow(8, 3, last)));

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
