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

/** B3 and B4: the lock on several servers that know nothing of each other. */
public final class QuorumCases {

    private static final String READY_MADE = "ready-made";
    private static final Duration ANSWER_TIMEOUT = Duration.ofMillis(500);

    private QuorumCases() {}

    public static List<Case> all() {
        return List.of(everyServer(), majority());
    }

    private static Case everyServer() {
        return Case.of("B3", Kind.LOCK, "MultiLock: every one of five servers")
                .shows("No replica, no fail-over: a lock that one server has lost is still on four.")
                .guarantees("one holder at a time, although servers lose their memory")
                .doesNotGuarantee("that anybody gets in while a server is down", "anything to a paused process")
                .on(FiveMasters.KIND)
                .waitingShows(context -> context.backend(FiveMasters.KIND).somebodySubscribed())
                .scheme(
                        MultiLock.class,
                        context -> lock(context, MultiLock::new, RedissonQuorumLock::everyServer),
                        ReplicationCases.oneAtATime(),
                        Scenario.holds(
                                "server-dies-meanwhile",
                                Fault.SERVER_KILL,
                                "A server dies with ann's lock, and comes back without: bob, who needs all five, does not get in.",
                                ReplicationFaultScenarios::serverDiesMeanwhile),
                        Scenario.fails(
                                        "one-down",
                                        Fault.SERVER_KILL,
                                        Failure.LOCKED_OUT,
                                        "One server of five is down, and nobody gets the lock.",
                                        ReplicationFaultScenarios::secondIsDown)
                                .curedBy("B4/one-down"),
                        Scenario.fails(
                                        "one-down-ready-made",
                                        Fault.SERVER_KILL,
                                        Failure.LOCKED_OUT,
                                        "Redisson's MultiLock needs all five, too.",
                                        ReplicationFaultScenarios::secondIsDown)
                                .with(READY_MADE, true)
                                .with("timeout", 1_000)
                                .inProcesses(1)
                                .curedBy("B4/one-down-ready-made"),
                        Scenario.crowd("Five servers are asked one after the other, for each unit."));
    }

    private static Case majority() {
        return Case.of("B4", Kind.LOCK, "RedLock: a majority of five servers")
                .shows("A lock that survives two dead servers, and rests on clocks.")
                .guarantees("one holder at a time within the validity", "availability with two servers down")
                .doesNotGuarantee(
                        "one holder when the holder pauses, a clock jumps, or a server forgets", "a fencing token")
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
                                "A server dies with ann's lock, and comes back without; the other four have it, and bob does not get in.",
                                ReplicationFaultScenarios::serverDiesMeanwhile)
                        .with("timeout", 300),
                Scenario.holds(
                        "one-down",
                        Fault.SERVER_KILL,
                        "Four of five are a majority.",
                        ReplicationFaultScenarios::secondIsDown),
                Scenario.holds(
                        "two-down",
                        Fault.SERVER_KILL,
                        "Three of five are a majority.",
                        context -> ReplicationFaultScenarios.serversDown(context, List.of(2, 4))),
                Scenario.fails(
                                "three-down",
                                Fault.SERVER_KILL,
                                Failure.LOCKED_OUT,
                                "Two of five are none: rather nobody than two.",
                                context -> ReplicationFaultScenarios.serversDown(context, List.of(1, 2, 4)))
                        .with("timeout", 300),
                Scenario.holds(
                                "one-down-ready-made",
                                Fault.SERVER_KILL,
                                "Redisson's RedLock, deprecated, on four of five.",
                                ReplicationFaultScenarios::secondIsDown)
                        .with(READY_MADE, true)
                        .inProcesses(1));
    }

    private static List<Scenario> withTimeOrMemoryLost() {
        return List.of(
                Scenario.fails(
                                "paused-holder",
                                Fault.PAUSE,
                                Failure.STALE_WRITE,
                                "Ann stands still for longer than the validity; bob gets a majority; she wakes up"
                                        + " and writes.",
                                Successions::afterPause)
                        .with("lease", 1_500)
                        .curedBy("C2/paused-holder-fenced"),
                Scenario.fails(
                                "clock-jump",
                                Fault.CLOCK_JUMP,
                                Failure.TWO_HOLDERS,
                                "One of the three servers that know ann's lock believes that it is over: with two"
                                        + " others that is a majority for bob. (No clock is set: the key is made to expire"
                                        + " at once, as a jump over its expiry does.)",
                                ReplicationFaultScenarios::clockJumps)
                        .curedInOtherStepsBy("C2/paused-holder-fenced"),
                Scenario.fails(
                                "server-forgets",
                                Fault.SERVER_KILL,
                                Failure.TWO_HOLDERS,
                                "One of the three restarts without its memory: it must stay away for a lease, or"
                                        + " sync each write to its disk.",
                                ReplicationFaultScenarios::serverForgets)
                        .curedInOtherStepsBy("B4/server-forgets-late"),
                Scenario.holds(
                                "server-forgets-late",
                                Fault.SERVER_KILL,
                                "The same, but the server comes back only when all locks that it may have forgotten"
                                        + " are over.",
                                ReplicationFaultScenarios::serverForgetsAndStaysAway)
                        .with("lease", 2_500)
                        .with("timeout", 300),
                Scenario.holds(
                                "asking-takes-too-long",
                                Fault.PAUSE,
                                "Two servers stand still. Three say yes, but only when the lease has passed with waiting"
                                        + " for the two: ann does not believe in a lock that may be over.",
                                ReplicationFaultScenarios::askingTakesTooLong)
                        .with("lease", 800)
                        .with("timeout", 300),
                Scenario.crowd("Five servers are asked for each attempt, and those who collide try again."));
    }

    private static Operations lock(
            SchemeContext context,
            BiFunction<List<Redis>, Duration, LockScheme> ours,
            BiFunction<List<String>, Duration, LockScheme> readyMade) {
        List<String> addresses = List.of(context.setting("masters").split(","));
        if (Boolean.parseBoolean(context.setting(READY_MADE, "false"))) {
            return Operations.locked(readyMade.apply(addresses, context.lease()), context);
        }
        List<Redis> servers = addresses.stream()
                .map(address -> new Redis(address, ANSWER_TIMEOUT))
                .toList();
        return Operations.locked(ours.apply(servers, context.lease()), context);
    }
}
