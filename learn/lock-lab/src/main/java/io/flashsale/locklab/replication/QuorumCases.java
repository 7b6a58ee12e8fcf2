package io.flashsale.locklab.replication;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.fault.Successions;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.SchemeContext;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** B3 and B4: the lock on several independent servers. */
public final class QuorumCases {

    private static final String READY_MADE = "ready-made";
    private static final String ANSWER_TIMEOUT = "answer-timeout";

    private QuorumCases() {}

    public static List<Case> all() {
        return List.of(everyServer(), majority());
    }

    private static Case everyServer() {
        return Case.of("B3", Kind.LOCK)
                .on(FiveMasters.KIND)
                .waitingShows(context -> context.backend(FiveMasters.KIND).somebodySubscribed())
                .scheme(
                        MultiLock.class,
                        context -> lock(context, MultiLock::new, RedissonQuorumLock::everyServer),
                        ReplicationCases.oneAtATime(),
                        Scenario.holds(
                                "server-dies-meanwhile",
                                Fault.SERVER_KILL,
                                ReplicationFaultScenarios::serverDiesMeanwhile),
                        Scenario.fails(
                                        "one-down",
                                        Fault.SERVER_KILL,
                                        Failure.LOCKED_OUT,
                                        ReplicationFaultScenarios::secondIsDown)
                                .curedBy("B4/one-down"),
                        Scenario.fails(
                                        "one-down-ready-made",
                                        Fault.SERVER_KILL,
                                        Failure.LOCKED_OUT,
                                        ReplicationFaultScenarios::secondIsDown)
                                .with(READY_MADE, true)
                                .with("timeout", 1_000)
                                .inProcesses(1)
                                .curedBy("B4/one-down-ready-made"),
                        Scenario.crowd());
    }

    private static Case majority() {
        return Case.of("B4", Kind.LOCK)
                .on(FiveMasters.KIND)
                .waitingShows(context -> context.backend(FiveMasters.KIND).somebodySubscribed())
                .scheme(
                        RedLock.class,
                        context -> lock(context, RedLock::new, RedissonQuorumLock::majority),
                        Stream.of(withServersDown(), withTimeOrMemoryLost())
                                .flatMap(List::stream)
                                .toArray(Scenario[]::new));
    }

    private static List<Scenario> withServersDown() {
        return List.of(
                ReplicationCases.oneAtATime(),
                Scenario.holds(
                                "server-dies-meanwhile",
                                Fault.SERVER_KILL,
                                ReplicationFaultScenarios::serverDiesMeanwhile)
                        .with("timeout", 300),
                Scenario.holds("one-down", Fault.SERVER_KILL, ReplicationFaultScenarios::secondIsDown),
                Scenario.holds(
                        "two-down",
                        Fault.SERVER_KILL,
                        context -> ReplicationFaultScenarios.serversDown(context, List.of(2, 4))),
                Scenario.fails(
                                "three-down",
                                Fault.SERVER_KILL,
                                Failure.LOCKED_OUT,
                                context -> ReplicationFaultScenarios.serversDown(context, List.of(1, 2, 4)))
                        .with("timeout", 300),
                Scenario.holds("one-down-ready-made", Fault.SERVER_KILL, ReplicationFaultScenarios::secondIsDown)
                        .with(READY_MADE, true)
                        .inProcesses(1));
    }

    private static List<Scenario> withTimeOrMemoryLost() {
        return List.of(
                Scenario.fails("paused-holder", Fault.PAUSE, Failure.STALE_WRITE, Successions::afterPause)
                        .with("lease", 1_500)
                        .curedBy("C2/paused-holder-fenced"),
                Scenario.fails(
                                "clock-jump",
                                Fault.CLOCK_JUMP,
                                Failure.TWO_HOLDERS,
                                ReplicationFaultScenarios::clockJumps)
                        .curedInOtherStepsBy("C2/paused-holder-fenced"),
                Scenario.fails(
                                "server-forgets",
                                Fault.SERVER_KILL,
                                Failure.TWO_HOLDERS,
                                ReplicationFaultScenarios::serverForgets)
                        .curedInOtherStepsBy("B4/server-forgets-late"),
                Scenario.holds(
                                "server-forgets-late",
                                Fault.SERVER_KILL,
                                ReplicationFaultScenarios::serverForgetsAndStaysAway)
                        .with("lease", 2_500)
                        .with("timeout", 300),
                Scenario.holds("asking-takes-too-long", Fault.PAUSE, ReplicationFaultScenarios::askingTakesTooLong)
                        .with(ANSWER_TIMEOUT, 500)
                        .with("lease", 800)
                        .with("timeout", 300),
                Scenario.crowd());
    }

    private static Operations lock(
            SchemeContext context,
            BiFunction<List<Redis>, Duration, LockScheme> ours,
            BiFunction<List<String>, Duration, LockScheme> readyMade) {
        List<String> addresses = List.of(context.setting("masters").split(","));
        if (context.isSet(READY_MADE)) {
            return Operations.locked(readyMade.apply(addresses, context.lease()), context);
        }
        Duration answerTimeout = Duration.ofMillis(Long.parseLong(context.setting(ANSWER_TIMEOUT, "500")));
        List<Redis> servers = addresses.stream()
                .map(address -> new Redis(address, answerTimeout))
                .toList();
        return Operations.locked(ours.apply(servers, context.lease()), context);
    }
}
