package io.flashsale.chaos;

import io.flashsale.chaos.checker.History;
import io.flashsale.chaos.checker.Violation;
import io.flashsale.chaos.nemesis.InjectedFault;
import io.flashsale.chaos.report.CampaignFile;
import io.flashsale.chaos.report.ChaosReport;
import io.flashsale.chaos.report.Checkout;
import io.flashsale.chaos.report.RoundKey;
import io.flashsale.chaos.report.RoundResult;
import io.flashsale.chaos.system.TestedSystem;
import io.flashsale.commandline.Progress;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.server.Binaries;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Starts the system, runs the rounds, and writes the report after each round. */
final class Tester {

    static final int HOLDS = 0;
    static final int BROKEN = 1;

    /** The report alone lists further violations of a round. */
    private static final int SHOWN = 5;

    private final Progress progress;
    private final Path root;
    private final ChaosOptions options;
    private final List<RoundResult> results = new ArrayList<>();

    Tester(Progress progress, Path root, ChaosOptions options) {
        this.progress = progress;
        this.root = root;
        this.options = options;
    }

    void plan() {
        for (int i = 0; i < options.rounds(); i++) {
            RoundPlan plan = RoundPlan.of(options, options.firstRound() + i);
            progress.line("round " + plan.number() + ": " + plan.text());
        }
    }

    /** Runs the test and returns the exit status. */
    int test() throws InterruptedException {
        Instant end = Instant.now().plus(Duration.ofMinutes(options.minutes()));
        Path file = options.results();
        CampaignFile campaign =
                file == null ? CampaignFile.none() : CampaignFile.in(file, new Checkout(root).commit(file));
        List<Integer> missing = numbers(Predicate.not(campaign.keys()::contains));
        int left = options.rounds() - missing.size();
        if (left > 0) {
            step("%d of these rounds are in the file of results already: they are left out", left);
        }
        if (isBrokenAlready(campaign)) {
            return BROKEN;
        }
        if (missing.isEmpty()) {
            progress.line("nothing is left to do: " + file);
            return HOLDS;
        }
        ChaosReport report = ChaosReport.in(root, options.report(), environment());
        step(
                "redis %s, %d of each service%s, seed %d",
                options.topology().word(),
                options.instances(),
                options.buckets() == 1 ? "" : ", sales in " + options.buckets() + " buckets",
                options.seed());
        try {
            while (results.size() < missing.size() && Instant.now().isBefore(end)) {
                play(missing.subList(results.size(), missing.size()), end, report, campaign);
            }
        } catch (CannotTestException | ServerFailedException cannotGoOn) {
            if (results.stream().allMatch(RoundResult::holds)) {
                throw cannotGoOn;
            }
            step("%s", String.valueOf(cannotGoOn.getMessage())); // the verdict is the violation that was found before
        }
        progress.line("report: " + report.page());
        progress.line(ChaosReport.summary(results));
        return results.stream().allMatch(RoundResult::holds) ? HOLDS : BROKEN;
    }

    /** The numbers of the rounds of this run whose keys match. */
    private List<Integer> numbers(Predicate<RoundKey> matching) {
        return IntStream.range(0, options.rounds())
                .mapToObj(i -> options.firstRound() + i)
                .filter(number -> matching.test(options.key(number)))
                .toList();
    }

    /** Whether an earlier session found a violation; leaving it out of this session does not remove it. */
    private boolean isBrokenAlready(CampaignFile campaign) {
        List<Integer> broken = numbers(campaign.broken()::contains);
        if (broken.isEmpty()) {
            return false;
        }
        progress.line("BROKEN: of these rounds " + broken + " did not hold, says the file of results."
                + " Take their lines out when the cause is mended, and they are played again.");
        return true;
    }

    /**
     * Plays rounds on a system of their own until a round does not hold.
     *
     * <p>What that round leaves must not count against the next one, which gets a new system.
     */
    private void play(List<Integer> numbers, Instant end, ChaosReport report, CampaignFile campaign)
            throws InterruptedException {
        Path data = report.folder().resolve(results.isEmpty() ? "data" : "data-" + numbers.getFirst());
        try (TestedSystem system =
                TestedSystem.start(root, data, options.topology(), options.instances(), options.buckets(), _ -> {})) {
            step("the system serves");
            for (int number : numbers) {
                Instant begin = Instant.now();
                RoundPlan plan = RoundPlan.of(options, number);
                step("round %d: %s", number, plan.text());
                RoundResult result = play(system, plan, number != numbers.getFirst());
                results.add(result);
                tell(result);
                campaign.add(options.key(number), result, Duration.between(begin, Instant.now()));
                report.write(results);
                if (!result.holds() || Instant.now().isAfter(end)) {
                    break;
                }
            }
        }
        if (results.getLast().holds()) {
            Binaries.deleteTree(data); // logs and data of a good run are of no use
        }
    }

    /** @param hasServed whether the system has completed a round: if no further round can begin, that round broke it */
    private RoundResult play(TestedSystem system, RoundPlan plan, boolean hasServed) throws InterruptedException {
        String command = options.command(plan.number());
        Round prepared;
        try {
            prepared = Round.prepare(system, plan, command);
        } catch (CannotTestException unusable) {
            if (hasServed) {
                return RoundResult.ofUnusableSystem(
                        plan.number(),
                        "no round can begin on what the round before has left, whose line has to go out as well: "
                                + unusable.getMessage(),
                        command);
            }
            throw unusable;
        }
        try (Round round = prepared) {
            return round.run();
        }
    }

    private void step(String format, Object... values) {
        progress.step(String.format(Locale.ROOT, format, values));
    }

    private void tell(RoundResult result) {
        History history = result.history();
        for (InjectedFault injected : result.injected()) {
            if (!injected.note().isEmpty()) {
                step("  %s: %s", injected.fault().target(), injected.note());
            }
        }
        step(
                "  %d ok, %d refused, %d undecided; everything served again after %.1f s, %s",
                history.count("ok"),
                history.count("refused"),
                history.count("undecided"),
                result.healedAfter() / 1e3,
                result.convergedAfter() < 0 ? "BROKEN" : "and held after " + result.convergedAfter() / 1e3 + " s");
        result.violations().stream().limit(SHOWN).map(Violation::toString).forEach(text -> step("  %s", text));
        if (!result.holds()) {
            step("  %d in all; once more: %s", result.violations().size(), result.command());
        }
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("Redis", options.topology().word());
        environment.put("instances of each service", String.valueOf(options.instances()));
        if (options.buckets() > 1) {
            environment.put("buckets of each sale", String.valueOf(options.buckets()));
        }
        environment.put("seed", String.valueOf(options.seed()));
        environment.put("faults of a round within", options.seconds() + " s");
        environment.put("shoppers in a round", String.valueOf(options.shoppers()));
        environment.put("converged within", Round.convergedWithin().toSeconds() + " s, or broken");
        environment.put("Java", Runtime.version().toString());
        environment.put("processors", String.valueOf(Runtime.getRuntime().availableProcessors()));
        return environment;
    }
}
