package io.flashsale.locklab.judging;

import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.own.OwnScheme;
import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.run.RunListener;
import io.flashsale.locklab.scenario.Backend;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scenario.ScenarioScript;
import io.flashsale.locklab.scenario.Sizes;
import io.flashsale.locklab.scenario.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The trials that a contributed lock or purchase must pass, on real processes and servers. They are those that the
 * lab's own schemes face. The resource checks fencing tokens if the lock issues any.
 */
public final class Battery {

    private static final Duration LEASE = Duration.ofMillis(1_500);
    private static final Duration TIME_OF_A_CROWD = Duration.ofSeconds(20);

    /** How many times as much time a trial gets on a slow machine, at most. */
    private static final int MAX_FACTOR = 8;

    private static final Sizes FEW = new Sizes(2, 1, 2, Duration.ofSeconds(20));
    private static final Sizes SEVERAL = new Sizes(10, 1, 2, Duration.ofSeconds(20));
    private static final Pattern SERVER_OF_URL = Pattern.compile("//[^/:]+:(\\d+)");

    private final OwnScheme scheme;
    private final Laboratory laboratory;
    private final int least;

    /** @param least how many times as much time each trial gets at once; 1 is usual */
    public Battery(OwnScheme scheme, Laboratory laboratory, int least) {
        this.scheme = scheme;
        this.laboratory = laboratory;
        this.least = least;
    }

    /**
     * Runs all trials.
     *
     * @param done is called with each trial when it has ended
     */
    public List<Trial> run(Consumer<Trial> done) throws InterruptedException {
        return run(each -> true, done);
    }

    /** Runs the trial of this name. */
    Trial run(String name) throws InterruptedException {
        return run(each -> each.id().equals(name), done -> {}).getFirst();
    }

    private List<Trial> run(Predicate<Scenario> chosen, Consumer<Trial> done) throws InterruptedException {
        List<Trial> trials = new ArrayList<>();
        List<TcpProxy> links = new ArrayList<>();
        try {
            for (Scenario each : scheme.isLock() ? ofLocks(links) : ofPurchases()) {
                if (chosen.test(each)) {
                    trials.add(run(each));
                    done.accept(trials.getLast());
                }
            }
        } finally {
            links.forEach(TcpProxy::close);
        }
        return trials;
    }

    /**
     * On a slow machine a lease may end before anybody meets the lock. So a trial that is inconclusive is repeated with
     * a longer lease, and a crowd with more time.
     */
    private Trial run(Scenario scenario) throws InterruptedException {
        Trial trial = runOnce(scenario, least);
        for (int factor = 2 * least; trial.verdict() == Verdict.INCONCLUSIVE && factor <= MAX_FACTOR; factor *= 2) {
            trial = runOnce(scenario, factor);
        }
        return trial;
    }

    private Trial runOnce(Scenario scenario, int factor) throws InterruptedException {
        if (scenario.takesSizes()) {
            return runOnce(scenario, new Sizes(60, 12, 2, TIME_OF_A_CROWD.multipliedBy(factor)));
        }
        Duration lease = LEASE.multipliedBy(factor);
        return runOnce(scenario.with("lease", lease.toMillis()), scheme.isLock() ? SEVERAL : FEW);
    }

    private Trial runOnce(Scenario scenario, Sizes sizes) throws InterruptedException {
        Case what = scheme.asCase(ScenarioContext::anybodyWaits, scenario);
        return Trial.of(scenario, laboratory.run(what, scenario, sizes, RunListener.NOBODY));
    }

    private List<Scenario> ofLocks(List<TcpProxy> links) {
        List<Backend.Kind<?>> servers =
                scheme.asCase(ScenarioContext::anybodyWaits).backends();
        Scenario brokenLink =
                scenario("broken-link", Fault.PARTITION, context -> LockScripts.linkBreaks(context, links));
        for (Map.Entry<String, String> setting : throughProxies(links).entrySet()) {
            brokenLink = brokenLink.with(setting.getKey(), setting.getValue());
        }
        return List.of(
                withSettings(Scenario.crowd()),
                scenario("one-at-a-time", Fault.NONE, FaultScenarios::oneAtATime),
                scenario("holder-throws", Fault.EXCEPTION, FaultScenarios::holderThrows),
                scenario("holder-dies", Fault.KILL, FaultScenarios::afterDeath),
                scenario("paused-holder", Fault.PAUSE, LockScripts::holderIsPaused)
                        .tolerating(Failure.TWO_HOLDERS),
                scenario("late-release", Fault.SLOW, context -> LockScripts.leavesLate(context, servers))
                        .tolerating(Failure.TWO_HOLDERS, Failure.STALE_WRITE, Failure.OVERSOLD, Failure.UNDERSOLD),
                // The caller handles what was written before a response was lost; the lock does not.
                brokenLink.tolerating(Failure.TWO_HOLDERS, Failure.UNDERSOLD));
    }

    private List<Scenario> ofPurchases() {
        return List.of(
                withSettings(Scenario.crowd()),
                scenario("order-comes-twice", Fault.NONE, PurchaseScripts::orderComesTwice),
                scenario("sold-out-in-the-middle", Fault.NONE, PurchaseScripts::soldOutInTheMiddle));
    }

    private Scenario scenario(String name, Fault fault, ScenarioScript script) {
        return withSettings(Scenario.holds(name, fault, script))
                .tolerating(Failure.EXCEPTION); // a lock may throw when it is lost; the units decide
    }

    private Scenario withSettings(Scenario scenario) {
        Scenario all = scenario.with("fenced", true);
        for (Map.Entry<String, String> setting : scheme.settings().entrySet()) {
            all = all.with(setting.getKey(), setting.getValue());
        }
        return all;
    }

    /** Creates the proxies and returns the settings that route the scheme's server calls through them. */
    private Map<String, String> throughProxies(List<TcpProxy> links) {
        Case what = scheme.asCase(ScenarioContext::anybodyWaits);
        Map<String, String> direct = laboratory.prepare(what, 1).backends().settings();
        Map<String, String> changed = new HashMap<>();
        changed.put("redis", proxied(links, "//" + direct.get("redis")).substring("//".length()));
        String zooKeeper = direct.get("zookeeper");
        if (zooKeeper != null) {
            changed.put(
                    "zookeeper",
                    Stream.of(zooKeeper.split(","))
                            .map(server -> proxied(links, "//" + server).substring("//".length()))
                            .collect(Collectors.joining(",")));
        }
        String url = direct.get("jdbc-url");
        if (scheme.usesDatabase() && url != null) {
            changed.put("jdbc-url", proxied(links, url));
            changed.put("pool-timeout", "2000");
        }
        return changed;
    }

    private static String proxied(List<TcpProxy> links, String url) {
        Matcher server = SERVER_OF_URL.matcher(url);
        if (!server.find()) {
            throw new IllegalStateException("no server in " + url);
        }
        TcpProxy link = TcpProxy.to(Integer.parseInt(server.group(1)));
        links.add(link);
        return server.replaceFirst("//127.0.0.1:" + link.port());
    }
}
