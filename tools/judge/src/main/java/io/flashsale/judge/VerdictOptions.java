package io.flashsale.judge;

import io.flashsale.commandline.CommandOptions;
import io.flashsale.commandline.UsageException;
import io.flashsale.loadtest.LoadProfile;
import io.flashsale.loadtest.TestPlan;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of {@code jmeter/verdict}. The plan decides what is not given. */
@Command(
        name = "jmeter/verdict",
        customSynopsis = {
            "jmeter/verdict ADAPTER [oversell|one-per-user|sold-out-storm|restock] [options]",
            "jmeter/verdict check ADAPTER",
            "jmeter/verdict init FILE [--openapi DOCUMENT]"
        },
        description =
                "Runs our oversell test against the shop that an adapter describes, and ends with one line: PASS (exit"
                        + " status 0), FAIL (1), or UNMEASURED with what is missing (2). check tries one purchase and explains each"
                        + " part of the adapter; init writes a first one. See docs/judge-any-shop.md.")
record VerdictOptions(
        @Parameters(
                paramLabel = "ADAPTER",
                description = "the file that describes the shop, such as jmeter/adapters/flash-sale.yaml; then the plan"
                        + " (oversell)")
        List<String> words,

        @Option(names = "--users", description = "shoppers") @Nullable
        Integer users,

        @Option(names = "--stock", description = "units that prepare puts on sale") @Nullable
        Integer stock,

        @Option(names = "--threads", description = "connections that the shoppers are spread over, at most 5000")
        @Nullable
        Integer threads,

        @Option(names = "--ramp", paramLabel = "SECONDS", description = "in which the threads start") @Nullable
        Integer ramp,

        @Option(names = "--clicks", description = "clicks of each shopper, at most 50") @Nullable
        Integer clicks,

        @Option(
                names = "--warm-up",
                paramLabel = "RUNS",
                defaultValue = "0",
                description = "whole runs before, which do not count (${DEFAULT-VALUE})")
        int warmUps,

        @Option(
                names = "--kill",
                paramLabel = "PART,…",
                description = "parts of the adapter that are killed and started in the middle, such as redis,app,queue")
        @Nullable
        String kill,

        @Option(names = "--yes", description = "change data on other machines than this one")
        boolean yes,

        @Option(
                names = "--openapi",
                paramLabel = "DOCUMENT",
                description = "for init: the shop's OpenAPI document, a file or a URL")
        @Nullable
        String openApi,

        @Option(
                names = "--report",
                paramLabel = "DIR",
                description = "the folder of the report, new or empty (.flashsale/load-tests/…)")
        @Nullable
        Path report)
        implements CommandOptions {

    /** The plans that need nothing of a shop but purchases. */
    static final Set<TestPlan> PLANS =
            EnumSet.of(TestPlan.OVERSELL, TestPlan.ONE_PER_USER, TestPlan.SOLD_OUT_STORM, TestPlan.RESTOCK);

    /** What is asked for. */
    enum Task {
        JUDGE,
        CHECK,
        INIT
    }

    @Override
    public void check() {
        require(!words.isEmpty(), "Name an adapter, or init");
        require(words.size() <= 2, "What is '" + words.getLast() + "'?");
        require(task() == Task.JUDGE || words.size() == 2, words.getFirst() + " needs the file of the adapter");
        require(openApi == null || task() == Task.INIT, "--openapi is for init");
        requireNumber("--warm-up", warmUps, 0, 5);
        if (task() == Task.JUDGE) {
            checkLoad(load());
        }
    }

    private void checkLoad(LoadProfile load) {
        requireNumber("--users", load.users(), 1, 100_000);
        requireNumber("--clicks", load.clicks(), 1, 50);
        requireNumber("--stock", load.stock(), 1, 1_000_000);
        requireNumber("--ramp", load.ramp(), 0, 600);
        if (plan().threadsAreClicks()) {
            require(threads == null, "In one-per-user the threads are the clicks of one shopper: use --clicks");
        } else {
            requireNumber("--threads", load.threads(), 1, 5_000);
            require(
                    load.threads() <= load.users(),
                    load.users() + " users are fewer than " + load.threads() + " threads, which each need one");
        }
    }

    Task task() {
        return switch (words.getFirst()) {
            case "init" -> Task.INIT;
            case "check" -> Task.CHECK;
            default -> Task.JUDGE;
        };
    }

    Path file() {
        return Path.of(words.get(task() == Task.JUDGE ? 0 : 1));
    }

    TestPlan plan() {
        String name = words.size() > 1 ? words.get(1) : TestPlan.OVERSELL.title();
        return TestPlan.called(name)
                .filter(PLANS::contains)
                .orElseThrow(() -> new UsageException("There is no plan '" + name + "', only "
                        + PLANS.stream().map(TestPlan::title).collect(Collectors.joining(", "))));
    }

    LoadProfile load() {
        LoadProfile defaults = plan().defaults();
        int all = Objects.requireNonNullElse(users, defaults.users());
        int clicksEach = Objects.requireNonNullElse(clicks, defaults.clicks());
        return new LoadProfile(
                all,
                Objects.requireNonNullElse(stock, defaults.stock()),
                plan().threadsAreClicks()
                        ? clicksEach
                        : Objects.requireNonNullElse(threads, Math.min(all, defaults.threads())),
                Objects.requireNonNullElse(ramp, defaults.ramp()),
                clicksEach);
    }

    /** The parts to kill, in this order. */
    List<String> killed() {
        return kill == null ? List.of() : List.of(kill.split("\\s*,\\s*"));
    }
}
