package io.flashsale.entry.risk;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.entry.proof.Challenge;
import io.flashsale.entry.proof.Checked;
import io.flashsale.entry.proof.ProofOfWork;
import io.flashsale.entry.risk.EntryRule.Assessment;
import io.flashsale.entry.risk.EntryRule.Reason;
import io.flashsale.entry.risk.RiskScripts.Known;
import io.flashsale.entry.sale.EntrySale;
import io.flashsale.entry.sale.EntrySales;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisException;

/**
 * Guards the entrance of a sale. A shopper with a number passes; any other shopper shows a proof of the work that the
 * sale and the rules ask for, or waits.
 *
 * <p>In a sale that asks for no work, this costs only a look-up in memory of who has to wait, unless rules may ask
 * for work.
 */
public final class EntryGuard {

    /** The bound for rules; it means minutes of work on a phone. */
    static final int MAX_DIFFICULTY = 20_000_000;

    private final EntrySales sales;
    private final RiskScripts scripts;
    private final ProofOfWork proofs;
    private final UnpaidAccounts unpaid;
    private final List<EntryRule> rules;
    private final int baseDifficulty;
    private final Clock clock;

    /** @param baseDifficulty that rules multiply if the sale asks for no work; 0 for none */
    EntryGuard(
            EntrySales sales,
            RiskScripts scripts,
            ProofOfWork proofs,
            UnpaidAccounts unpaid,
            List<EntryRule> rules,
            int baseDifficulty,
            Clock clock) {
        this.sales = sales;
        this.scripts = scripts;
        this.proofs = proofs;
        this.unpaid = unpaid;
        this.rules = List.copyOf(rules);
        this.baseDifficulty = baseDifficulty;
        this.clock = clock;
    }

    /**
     * The shopper who asks.
     *
     * @param accountSince when their account was opened; null if their token does not say
     * @param network from which they ask
     */
    public record Asking(long userId, @Nullable Instant accountSince, String network) {}

    /** The answer to a request for a challenge. */
    public sealed interface Asked {
        /** There is nothing to do before entering. */
        record Nothing() implements Asked {}

        /** @param reasons why it is more than the sale asks of everybody; empty if it is not */
        record Work(Challenge challenge, List<String> reasons) implements Asked {}

        record Refused(Refusal refusal) implements Asked {}
    }

    /**
     * Why a shopper is not let in.
     *
     * @param reason the rule that says so; null for none
     * @param until when they may come back; null if time alone does not help
     */
    public record Refusal(
            ProblemType problem,
            @Nullable String reason,
            @Nullable Instant until) {

        Refusal(ProblemType problem) {
            this(problem, null, null);
        }
    }

    /** The challenge whose solution {@link #admit} asks for. */
    public Asked ask(long saleId, Asking who) {
        Optional<? extends EntrySale> sale = sales.find(saleId);
        if (sale.isEmpty()) {
            return new Asked.Refused(new Refusal(ProblemType.SALE_NOT_FOUND));
        }
        if (!sale.get().entryMode().asksForTickets()) {
            return new Asked.Refused(new Refusal(ProblemType.ENTRY_NOT_NEEDED));
        }
        try {
            return ask(sale.get(), who);
        } catch (RedisException unreachable) {
            return new Asked.Refused(new Refusal(ProblemType.SALE_WARMING_UP));
        }
    }

    private Asked ask(EntrySale sale, Asking who) {
        Known known = scripts.facts(sale.id(), who.userId(), who.network());
        if (known.hasNumber()) {
            return new Asked.Nothing();
        }
        List<Assessment> assessments = assess(sale, who, known);
        Optional<Refusal> wait = waitOf(sale, who, assessments);
        if (wait.isPresent()) {
            return new Asked.Refused(wait.get());
        }
        long difficulty = difficulty(sale, assessments);
        if (difficulty == 0) {
            return new Asked.Nothing();
        }
        assessments.forEach(assessment -> scripts.refused(sale.id(), who.userId(), assessment.reason()));
        return new Asked.Work(
                proofs.challenge(sale.id(), who.userId(), difficulty),
                assessments.stream()
                        .map(assessment -> assessment.reason().slug())
                        .toList());
    }

    public sealed interface Admission {
        /** @param countedFrom the network to count; null unless the sale asks for a proof of work, or rules may */
        record Admitted(@Nullable String countedFrom) implements Admission {}

        record Refused(Refusal refusal) implements Admission {}
    }

    /**
     * Decides on entry. The same proof may be shown again: it is valid until it has got its shopper a number in this
     * sale, or expires.
     */
    public Admission admit(long saleId, Asking who, @Nullable String proof) {
        Optional<? extends EntrySale> sale = sales.find(saleId);
        if (sale.isEmpty() || !sale.get().entryMode().asksForTickets()) {
            return new Admission.Admitted(null); // the next check says so
        }
        try {
            return admit(sale.get(), who, proof);
        } catch (RedisException unreachable) {
            return new Admission.Refused(new Refusal(ProblemType.SALE_WARMING_UP));
        }
    }

    private Admission admit(EntrySale sale, Asking who, @Nullable String proof) {
        boolean waits = unpaid.waitsUntil(who.userId(), clock.instant()).isPresent();
        boolean mayWork = sale.entryDifficulty() > 0 || baseDifficulty > 0;
        if (!mayWork && !waits) {
            return new Admission.Admitted(null);
        }
        Known known = scripts.facts(sale.id(), who.userId(), who.network());
        if (known.hasNumber()) {
            return new Admission.Admitted(null);
        }
        List<Assessment> assessments = assess(sale, who, known);
        Optional<Refusal> wait = waitOf(sale, who, assessments);
        if (wait.isPresent()) {
            return new Admission.Refused(wait.get());
        }
        long wanted = difficulty(sale, assessments);
        return wanted == 0 ? new Admission.Admitted(mayWork ? who.network() : null) : check(proof, sale, who, wanted);
    }

    private Admission check(@Nullable String proof, EntrySale sale, Asking who, long wanted) {
        if (proof == null) {
            return new Admission.Refused(new Refusal(ProblemType.PROOF_OF_WORK_REQUIRED));
        }
        return switch (proofs.check(proof, sale.id(), who.userId())) {
            case Checked.Expired _ -> badProof(sale, who, ProblemType.PROOF_OF_WORK_EXPIRED);
            case Checked.Wrong _ -> {
                scripts.wrongProof(sale.id(), who.userId());
                yield badProof(sale, who, ProblemType.PROOF_OF_WORK_WRONG);
            }
            case Checked.Done(long difficulty) ->
                difficulty < wanted // more than when the challenge was made, which is not the shopper's fault
                        ? new Admission.Refused(new Refusal(ProblemType.PROOF_OF_WORK_REQUIRED))
                        : new Admission.Admitted(who.network());
        };
    }

    private Admission badProof(EntrySale sale, Asking who, ProblemType problem) {
        scripts.refused(sale.id(), who.userId(), Reason.BAD_PROOF);
        return new Admission.Refused(new Refusal(problem, Reason.BAD_PROOF.slug(), null));
    }

    private List<Assessment> assess(EntrySale sale, Asking who, Known known) {
        Instant now = clock.instant();
        EntryFacts facts = new EntryFacts(
                who.accountSince() == null ? null : Duration.between(who.accountSince(), sale.opensAt()),
                known.accountsOfNetwork(),
                known.wrongProofs(),
                unpaid.waitsUntil(who.userId(), now).orElse(null));
        List<Assessment> assessments = new ArrayList<>();
        rules.forEach(rule -> rule.assess(facts).ifPresent(assessments::add));
        return assessments;
    }

    private Optional<Refusal> waitOf(EntrySale sale, Asking who, List<Assessment> assessments) {
        for (Assessment assessment : assessments) {
            if (assessment instanceof Assessment.Wait(Reason reason, Instant until)) {
                scripts.refused(sale.id(), who.userId(), reason);
                return Optional.of(new Refusal(ProblemType.TOO_MANY_UNPAID, reason.slug(), until));
            }
        }
        return Optional.empty();
    }

    /** If the sale asks for no work: 0, unless a rule asks for a multiple of the base difficulty. */
    private long difficulty(EntrySale sale, List<Assessment> assessments) {
        long factors = 1;
        for (Assessment assessment : assessments) {
            if (assessment instanceof Assessment.MoreWork(Reason _, int factor)) {
                factors *= factor;
            }
        }
        long base = sale.entryDifficulty() > 0 || factors == 1 ? sale.entryDifficulty() : baseDifficulty;
        return Math.min(MAX_DIFFICULTY, base * factors);
    }
}
