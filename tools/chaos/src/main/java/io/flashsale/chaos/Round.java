package io.flashsale.chaos;

import io.flashsale.auditor.client.ClientRecord;
import io.flashsale.auditor.client.ClientRecord.Accepted;
import io.flashsale.auditor.sale.SaleVerdict.Line;
import io.flashsale.auditor.source.SourceUnavailableException;
import io.flashsale.chaos.checker.FinalState;
import io.flashsale.chaos.checker.History;
import io.flashsale.chaos.checker.HistoryChecker;
import io.flashsale.chaos.checker.Operation;
import io.flashsale.chaos.checker.SellingChecker;
import io.flashsale.chaos.checker.SoldOutChecker;
import io.flashsale.chaos.checker.Violation;
import io.flashsale.chaos.checker.Violation.Kind;
import io.flashsale.chaos.nemesis.Nemesis;
import io.flashsale.chaos.nemesis.UnreliableProvider;
import io.flashsale.chaos.report.RoundResult;
import io.flashsale.chaos.shopper.RoundSetup;
import io.flashsale.chaos.shopper.Shopping;
import io.flashsale.chaos.system.TestedSystem;
import io.flashsale.client.ShopClient;
import io.flashsale.client.crowd.ShopperCrowd;
import io.flashsale.devstack.process.ServerFailedException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.dao.DataAccessException;

/** One round: new sales, a crowd and faults, then repair, a time to settle, and the checks. */
final class Round implements AutoCloseable {

    /** How soon every check must pass once everything serves again. */
    static final Duration CONVERGED_WITHIN = Duration.ofSeconds(30);

    /** A system property for tests: how many seconds longer that may take on a slow machine. */
    static final String PATIENCE = "chaos.patience";

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(6);

    /** How long shoppers may continue when everything serves again. */
    private static final Duration LAST_STEPS = Duration.ofSeconds(10);

    private static final Duration PAUSE = Duration.ofMillis(300);

    private final TestedSystem system;
    private final RoundPlan plan;
    private final String command;
    private final ShopClient shop;
    private final RoundSetup setup;
    private final History history;
    private final Nemesis nemesis;
    private final Shopping shopping;

    private Round(TestedSystem system, RoundPlan plan, String command, ShopClient shop, RoundSetup setup) {
        this.system = system;
        this.plan = plan;
        this.command = command;
        this.shop = shop;
        this.setup = setup;
        this.history = new History();
        this.nemesis = new Nemesis(system, setup.gateKey(), history);
        this.shopping = new Shopping(shop, setup, history);
    }

    /**
     * Opens sales and makes accounts, then starts the clock of the round.
     *
     * @throws CannotTestException if the shop cannot even do that
     */
    static Round prepare(TestedSystem system, RoundPlan plan, String command) throws InterruptedException {
        ShopClient shop = new ShopClient(URI.create(system.gatewayUrl()), CONNECT_TIMEOUT, ANSWER_TIMEOUT);
        try {
            RoundSetup setup =
                    RoundSetup.prepare(shop, plan.workload().scripts().size(), plan.buckets());
            return new Round(system, plan, command, shop, setup);
        } catch (CannotTestException | InterruptedException e) {
            shop.close();
            throw e;
        }
    }

    RoundSetup setup() {
        return setup;
    }

    RoundResult run() throws InterruptedException {
        return run(convergedWithin());
    }

    /** @param convergence after which what does not hold yet is a violation */
    RoundResult run(Duration convergence) throws InterruptedException {
        try (UnreliableProvider _ = UnreliableProvider.start(system, plan.provider())) {
            return play(convergence);
        }
    }

    private RoundResult play(Duration convergence) throws InterruptedException {
        ShopperCrowd<Boolean> shoppers = shopping.start(plan.workload());
        nemesis.inject(plan.faults());
        long mended = System.nanoTime();
        try {
            system.heal();
        } catch (ServerFailedException notBack) {
            end(shoppers);
            return result(
                    List.of(new Violation(Kind.NOT_BACK, String.valueOf(notBack.getMessage()))), millis(mended), -1);
        }
        long healedAfter = millis(mended);
        end(shoppers);
        long begin = System.nanoTime();
        List<Violation> violations = converge(begin, convergence);
        return result(violations, healedAfter, violations.isEmpty() ? millis(begin) : -1);
    }

    private RoundResult result(List<Violation> violations, long healedAfter, long convergedAfter) {
        return new RoundResult(
                plan.number(), nemesis.injected(), history, violations, healedAfter, convergedAfter, command);
    }

    /** Waits for the shoppers. Stops those who take too long; they do not learn the outcome of their last request. */
    private static void end(ShopperCrowd<Boolean> shoppers) throws InterruptedException {
        try (shoppers) {
            shoppers.awaitEnd(LAST_STEPS);
        }
        shoppers.awaitEnd(); // throws what a shopper threw
    }

    static Duration convergedWithin() {
        return CONVERGED_WITHIN.plusSeconds(Long.getLong(PATIENCE, 0));
    }

    private List<Violation> converge(long begin, Duration convergence) throws InterruptedException {
        while (true) {
            shopping.probe();
            List<Violation> violations = check();
            if (violations.isEmpty() || millis(begin) > convergence.toMillis()) {
                return violations;
            }
            Thread.sleep(PAUSE);
        }
    }

    List<Violation> check() throws InterruptedException {
        try {
            FinalState facts = system.records().facts(setup.allSales(), setup.template());
            List<Violation> violations = new ArrayList<>(HistoryChecker.check(history, facts));
            violations.addAll(SoldOutChecker.check(history, facts, nemesis.mayForget()));
            violations.addAll(SellingChecker.check(history, facts, setup.sales(), setup.probeSale()));
            for (long sale : setup.allSales()) {
                violations.addAll(audit(sale, clients(Operation.Kind.RESERVE, sale)));
            }
            violations.addAll(auditCoupons(clients(Operation.Kind.CLAIM, setup.template())));
            return violations;
        } catch (SourceUnavailableException | DataAccessException away) {
            return List.of(new Violation(Kind.NOT_CONVERGED, String.valueOf(away.getMessage())));
        }
    }

    private ClientRecord clients(Operation.Kind kind, long target) {
        List<Operation> asked = history.of(kind)
                .filter(operation -> operation.target() == target)
                .toList();
        return new ClientRecord(
                asked.stream()
                        .filter(operation -> operation.outcome().isOk())
                        .map(operation -> new Accepted(operation.answered(), operation.user()))
                        .toList(),
                asked.stream()
                        .filter(operation -> operation.outcome().isUndecided())
                        .map(Operation::user)
                        .toList());
    }

    private List<Violation> audit(long sale, ClientRecord clients) throws InterruptedException {
        String what = "sale " + sale;
        return system.records()
                .sales()
                .audit(sale, Duration.ZERO, clients)
                .map(verdict -> violations(what, verdict.holds(), verdict.invariants(), verdict.waitingFor()))
                .orElseGet(() -> notFound(what));
    }

    private List<Violation> auditCoupons(ClientRecord clients) throws InterruptedException {
        String what = "template " + setup.template();
        return system.records()
                .coupons()
                .audit(setup.template(), Duration.ZERO, clients)
                .map(verdict -> violations(what, verdict.holds(), verdict.invariants(), verdict.waitingFor()))
                .orElseGet(() -> notFound(what));
    }

    private static List<Violation> notFound(String what) {
        return List.of(new Violation(Kind.INVARIANT, "the auditor does not find " + what));
    }

    private static List<Violation> violations(String what, boolean holds, List<Line> lines, List<String> waitingFor) {
        if (holds) {
            return List.of();
        }
        Stream<Violation> found = lines.stream()
                .flatMap(line -> line.findings().stream()
                        .map(finding -> new Violation(
                                Kind.INVARIANT,
                                line.id() + " in " + what + ", "
                                        + finding.kind().slug() + ", " + finding.count() + " times: "
                                        + finding.first())));
        Stream<Violation> waiting =
                waitingFor.stream().map(reason -> new Violation(Kind.NOT_CONVERGED, what + ": " + reason));
        return Stream.concat(found, waiting).toList();
    }

    @Override
    public void close() {
        shop.close();
    }

    private static long millis(long since) {
        return (System.nanoTime() - since) / 1_000_000;
    }
}
