package io.flashsale.entry.risk;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.entry.proof.ProofOfWork;
import io.flashsale.entry.risk.EntryGuard.Admission;
import io.flashsale.entry.risk.EntryGuard.Asked;
import io.flashsale.entry.risk.EntryGuard.Asking;
import io.flashsale.entry.sale.EntrySales;
import io.flashsale.stock.StockServiceFixture;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Rules in a sale that asks for no work itself. */
class BaseDifficultyIT extends StockServiceFixture {

    private static final String NETWORK = "203.0.113.0/24";

    @Autowired
    private EntrySales sales;

    @Autowired
    private RiskScripts scripts;

    @Autowired
    private ProofOfWork proofs;

    @Autowired
    private UnpaidAccounts unpaid;

    private EntryGuard guard(int baseDifficulty) {
        List<EntryRule> rules = List.of(RiskRules.youngAccount(Duration.ofDays(1)));
        return new EntryGuard(sales, scripts, proofs, unpaid, rules, baseDifficulty, Clock.systemUTC());
    }

    @Test
    void shouldAskThoseForWorkWhomARuleNamesAndNobodyElse() {
        long sale = idOf(create(1, ", \"entry\": {\"mode\": \"QUEUE\"}"));
        Asking young = new Asking(7, Instant.now(), NETWORK);
        Asking old = new Asking(8, Instant.EPOCH, NETWORK);

        assertThat(guard(1_000).ask(sale, young)).isInstanceOfSatisfying(Asked.Work.class, work -> {
            assertThat(work.challenge().maxnumber()).isEqualTo(4_000);
            assertThat(work.reasons()).containsExactly("young-account");
        });
        assertThat(guard(1_000).admit(sale, young, null))
                .isInstanceOfSatisfying(
                        Admission.Refused.class,
                        refused ->
                                assertThat(refused.refusal().problem()).isEqualTo(ProblemType.PROOF_OF_WORK_REQUIRED));
        assertThat(guard(1_000).ask(sale, old)).isEqualTo(new Asked.Nothing());
        assertThat(guard(1_000).admit(sale, old, null))
                .as("and counts for its network")
                .isEqualTo(new Admission.Admitted(NETWORK));
        assertThat(guard(0).ask(sale, young)).isEqualTo(new Asked.Nothing());
        assertThat(guard(0).admit(sale, young, null)).isEqualTo(new Admission.Admitted(null));
    }
}
