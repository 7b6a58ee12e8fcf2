package io.flashsale.steps.check;

import static io.flashsale.steps.BuyAnswer.ALREADY_BOUGHT;
import static io.flashsale.steps.BuyAnswer.BOUGHT;
import static io.flashsale.steps.BuyAnswer.SOLD_OUT;
import static io.flashsale.steps.check.CheckBench.require;

import io.flashsale.devstack.system.DevStack;
import java.time.Duration;
import java.util.Optional;

/**
 * The ten checks. None of them relies on luck.
 *
 * <p>Most of them hold the row of the stock in MySQL, so that a purchase stops exactly where it would write. They go on
 * when MySQL says that a statement waits, not after some time.
 */
final class StepChecks {

    private static final Duration LONG_PURCHASE = Duration.ofSeconds(12);
    private static final Duration LONGEST_LEASE = Duration.ofMinutes(1);

    /** Of a shop's pool, in application.yaml. */
    private static final int CONNECTIONS = 5;

    private static final int REFUSED = 20;

    private StepChecks() {}

    @FunctionalInterface
    private interface Check {
        void run(CheckBench bench) throws Exception;
    }

    /**
     * The outcome of a check.
     *
     * @param finding empty if the shop does what is demanded
     * @param drawing who did what, if anybody waited
     */
    record Outcome(Optional<String> finding, String drawing) {}

    static Outcome run(SchoolStep demand, StepProgram program, DevStack stack) throws Exception {
        try (CheckBench bench = new CheckBench(stack, program, demand.instances())) {
            bench.startShops();
            try {
                check(demand).run(bench);
                return new Outcome(Optional.empty(), bench.timeline().draw());
            } catch (StepFinding finding) {
                return new Outcome(
                        Optional.of(String.valueOf(finding.getMessage())),
                        bench.timeline().draw());
            }
        }
    }

    private static Check check(SchoolStep demand) {
        return switch (demand) {
            case READ_TEST_WRITE -> StepChecks::oneAfterTheOther;
            case MONITOR, ROW_LOCK -> StepChecks::twoAtOnce;
            case SETNX -> StepChecks::pagesWhileAPurchaseHangs;
            case REDISSON -> StepChecks::killedAndLongPurchases;
            case CONDITIONAL_UPDATE -> StepChecks::pausedPurchase;
            case UNIQUE_KEY -> StepChecks::doubleClick;
            case LUA -> StepChecks::refusals;
            case STREAM -> StepChecks::answersAndSurvivesKills;
            case KAFKA -> StepChecks::survivesLossOfRedis;
        };
    }

    private static void oneAfterTheOther(CheckBench bench) throws Exception {
        String first = bench.click("alice", bench.shop(1)).answer();
        require(first.equals(BOUGHT.name()), "alice's first click was answered " + first);
        String second = bench.click("alice", bench.shop(1)).answer();
        require(second.equals(ALREADY_BOUGHT.name()), "alice's second click was answered " + second);
        bench.sellOutAndCount();
    }

    private static void twoAtOnce(CheckBench bench) throws Exception {
        twoClicks(bench, "carol", "dave");
        bench.sellOutAndCount();
    }

    /** At the first and the last instance. Both have read when both want to write, unless one waits before it reads. */
    private static void twoClicks(CheckBench bench, String first, String second) throws Exception {
        bench.warmUp();
        try (LampTables.HeldRow row = bench.holdStockRow()) {
            bench.awaitArrival(bench.click(first, bench.shop(1)), row);
            bench.awaitArrival(bench.click(second, bench.lastShop()), row);
        }
        bench.awaitAnswers();
    }

    /** More shoppers wait than the pool has connections. */
    private static void pagesWhileAPurchaseHangs(CheckBench bench) throws Exception {
        bench.warmUp();
        try (LampTables.HeldRow _ = bench.holdStockRow()) {
            for (int shopper = 0; shopper <= CONNECTIONS; shopper++) {
                bench.click("shopper-" + shopper, bench.shop(1));
            }
            bench.showPages(bench.shop(1));
        }
    }

    /** Carol's shop is killed while she holds the lock, if there is one; Dave must get a lamp nevertheless. */
    private static void killedAndLongPurchases(CheckBench bench) throws Exception {
        bench.warmUp();
        BuyClick dave;
        try (LampTables.HeldRow row = bench.holdStockRow()) {
            bench.awaitArrival(bench.click("carol", bench.shop(1)), row);
            bench.kill(bench.shop(1));
            dave = bench.click("dave", bench.shop(2));
        }
        require(
                dave.answer().equals(BOUGHT.name()),
                "dave, who came after a killed purchase, was answered " + dave.answer());
        bench.startShops();
        bench.timeline().clear();
        try (LampTables.HeldRow row = bench.holdStockRow()) {
            bench.awaitArrival(bench.click("erin", bench.shop(1)), row, LONG_PURCHASE);
            bench.awaitArrival(bench.click("frank", bench.shop(2)), row, LONG_PURCHASE);
        }
        bench.sellOutAndCount();
    }

    /** Carol's shop pauses for longer than any lease, and writes when it wakes up. */
    private static void pausedPurchase(CheckBench bench) throws Exception {
        bench.warmUp();
        try (LampTables.HeldRow row = bench.holdStockRow()) {
            bench.awaitArrival(bench.click("carol", bench.shop(1)), row);
            bench.pause(bench.shop(1));
            bench.awaitArrival(bench.click("dave", bench.shop(2)), row, LONGEST_LEASE);
        } finally {
            bench.resume(bench.shop(1));
        }
        bench.sellOutAndCount();
    }

    /** The same user clicks at two instances; both clicks have looked before either has written, unless one waits. */
    private static void doubleClick(CheckBench bench) throws Exception {
        twoClicks(bench, "carol", "carol");
        String third = bench.click("carol", bench.shop(1)).answer();
        require(third.equals(ALREADY_BOUGHT.name()), "carol's third click was answered " + third);
        bench.sellOutAndCount();
    }

    private static void refusals(CheckBench bench) throws Exception {
        bench.warmUp();
        bench.sellOutAndCount();
        long before = bench.statements();
        for (int shopper = 0; shopper < REFUSED; shopper++) {
            String answer = bench.click("refused-" + shopper, bench.shop(1 + shopper % 2))
                    .answer();
            require(answer.equals(SOLD_OUT.name()), "after the last lamp, a shopper was answered " + answer);
        }
        bench.timeline().clear();
        long cost = bench.statements() - before;
        require(cost == 0, REFUSED + " shoppers who were refused cost " + cost + " SQL statements");
    }

    private static void answersAndSurvivesKills(CheckBench bench) throws Exception {
        bench.warmUp();
        acceptAndKill(bench);
        bench.startShops();
        bench.awaitOrderOf("carol");
        bench.sellOutAndCount();
    }

    /** A power failure where shops and Redis run; MySQL and Kafka run elsewhere. */
    private static void survivesLossOfRedis(CheckBench bench) throws Exception {
        bench.warmUp();
        acceptAndKill(bench);
        bench.wipeRedis();
        bench.startShops();
        bench.awaitOrderOf("carol");
        bench.sellOutAndCount();
    }

    /** Carol's click is answered although nobody can write the stock, and all shops die while one of them tries to. */
    private static void acceptAndKill(CheckBench bench) throws Exception {
        try (LampTables.HeldRow row = bench.holdStockRow()) {
            BuyClick carol = bench.click("carol", bench.shop(1));
            bench.awaitArrival(carol, row);
            bench.awaitAnswer(carol);
            bench.awaitWriter(row);
            bench.kill(bench.shop(1));
            bench.kill(bench.shop(2));
        }
    }
}
