package io.flashsale.entry.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.flashsale.entry.risk.EntryRule.Assessment;
import io.flashsale.entry.risk.EntryRule.Assessment.MoreWork;
import io.flashsale.entry.risk.EntryRule.Assessment.Wait;
import io.flashsale.entry.risk.EntryRule.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntryRuleTests {

    private static EntryFacts aged(@Nullable Duration age) {
        return new EntryFacts(age, 0, 0, null);
    }

    @Test
    void shouldAskYoungAccountsForMoreWork() {
        EntryRule rule = RiskRules.youngAccount(Duration.ofDays(1));
        assertThat(rule.assess(aged(Duration.ofHours(23)))).contains(new MoreWork(Reason.YOUNG_ACCOUNT, 4));
        assertThat(rule.assess(aged(Duration.ofHours(-1))))
                .as("opened after the sale")
                .contains(new MoreWork(Reason.YOUNG_ACCOUNT, 4));
        assertThat(rule.assess(aged(Duration.ofDays(1)))).isEmpty();
        assertThat(rule.assess(aged(null))).as("of unknown age").isEmpty();
        assertThat(RiskRules.youngAccount(Duration.ZERO).assess(aged(Duration.ofHours(-1))))
                .as("switched off")
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "49, 1", "50, 2", "99, 2", "100, 4", "200, 8", "400, 16", "1000000, 16"})
    void shouldAskBusyNetworksForMoreWorkTheBusierTheyAre(long accounts, int factor) {
        requireWork(
                RiskRules.busyNetwork(50).assess(new EntryFacts(null, accounts, 0, null)), Reason.BUSY_NETWORK, factor);
    }

    private static void requireWork(Optional<Assessment> assessment, Reason reason, int factor) {
        assertThat(assessment).isEqualTo(factor == 1 ? Optional.empty() : Optional.of(new MoreWork(reason, factor)));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "4, 1", "5, 2", "9, 2", "10, 4", "20, 8", "40, 16", "1000000, 16"})
    void shouldAskForMoreWorkTheMoreProofsWereWrong(long proofs, int factor) {
        requireWork(RiskRules.wrongProofs().assess(new EntryFacts(null, 0, proofs, null)), Reason.WRONG_PROOFS, factor);
    }

    @ParameterizedTest
    @CsvSource({"2, 10", "3, 20", "4, 40", "8, 640", "9, 1280", "10, 1440", "11, 1440", "2000000000, 1440"})
    void shouldMakeWaitTwiceAsLongForEachFurtherUnitUpToABound(int times, long minutes) {
        UnpaidAccounts accounts = new UnpaidAccounts(mock(), mock(), 2);
        assertThat(accounts.waitAfter(times)).isEqualTo(Duration.ofMinutes(minutes));
    }

    @Test
    void shouldMakeWaitWhoLetTooManyUnitsGo() {
        Instant until = Instant.parse("2026-11-23T10:00:00Z");
        assertThat(RiskRules.unpaidOrders().assess(new EntryFacts(null, 0, 0, until)))
                .contains(new Wait(Reason.UNPAID_ORDERS, until));
        assertThat(RiskRules.unpaidOrders().assess(new EntryFacts(null, 0, 0, null)))
                .isEmpty();
    }
}
