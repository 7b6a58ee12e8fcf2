package io.flashsale.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.chaos.nemesis.PlannedFault.Kind;
import io.flashsale.chaos.system.Targets;
import io.flashsale.chaos.system.Topology;
import io.flashsale.devstack.system.Lines;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultPlanTests {

    private static final long MILLIS = 20_000;

    private static List<PlannedFault> thousand(Topology topology, int instances) {
        return LongStream.range(0, 1_000)
                .mapToObj(seed -> FaultPlan.of(seed, topology, instances, MILLIS))
                .flatMap(plan -> plan.faults().stream())
                .toList();
    }

    @Test
    void breaksEverythingInEveryWaySoonerOrLater() {
        Set<String> targets = new HashSet<>(Targets.servers());
        targets.addAll(Targets.services(2));
        targets.addAll(Targets.lines(Topology.SINGLE));
        targets.addAll(Targets.linesFromGateway(2));
        assertThat(thousand(Topology.SINGLE, 2))
                .extracting(PlannedFault::target)
                .containsAll(targets);
        assertThat(thousand(Topology.SINGLE, 1))
                .extracting(PlannedFault::kind)
                .containsAll(EnumSet.complementOf(EnumSet.of(Kind.FAIL_OVER)));
        assertThat(thousand(Topology.SENTINEL, 1))
                .extracting(PlannedFault::kind)
                .containsAll(EnumSet.allOf(Kind.class));
        assertThat(thousand(Topology.SENTINEL, 1))
                .extracting(PlannedFault::target)
                .contains(Targets.REDIS_REPLICA, Targets.SENTINEL);
        assertThat(thousand(Topology.CLUSTER, 1))
                .extracting(PlannedFault::target)
                .contains(Targets.REDIS_REPLICA);
    }

    @Test
    void breaksTheLineFromAGatewayInEveryWayAndInAboutEveryOtherRound() {
        List<PlannedFault> ofGateways = thousand(Topology.SINGLE, 2).stream()
                .filter(fault -> Lines.instanceBehind(fault.target()).isPresent())
                .toList();
        assertThat(ofGateways).hasSizeBetween(400, 600);
        assertThat(ofGateways)
                .extracting(PlannedFault::kind)
                .containsOnly(Kind.DELAY, Kind.CUT, Kind.CUT_REQUESTS, Kind.CUT_ANSWERS, Kind.RESET, Kind.CLOSE_SLOWLY);
        assertThat(Targets.linesFromGateway(2))
                .contains("line from gateway to stock-service", "line from gateway to coupon-service-2")
                .hasSize(6);
    }

    /** Without Kafka more depends on Redis. */
    @ParameterizedTest
    @EnumSource(
            value = Topology.class,
            names = {"SENTINEL", "CLUSTER"})
    void breaksAReplicaWhileKafkaIsAway(Topology topology) {
        assertThat(LongStream.range(0, 1_000)
                        .mapToObj(
                                seed -> FaultPlan.of(seed, topology, 1, MILLIS).faults())
                        .filter(faults -> faults.stream().anyMatch(FaultPlanTests::keepsKafkaAway))
                        .filter(faults ->
                                faults.stream().anyMatch(fault -> fault.target().equals(Targets.REDIS_REPLICA))))
                .hasSizeGreaterThan(50)
                .allSatisfy(faults -> assertThat(faults)
                        .filteredOn(fault -> fault.target().equals(Targets.REDIS_REPLICA))
                        .allSatisfy(replica -> assertThat(faults)
                                .filteredOn(FaultPlanTests::keepsKafkaAway)
                                .anyMatch(kafka -> kafka.at() <= replica.at() && replica.at() < kafka.end())));
    }

    private static boolean keepsKafkaAway(PlannedFault fault) {
        return fault.target().contains("kafka") && fault.kind() != Kind.DELAY && fault.length() > 0;
    }

    @Test
    void breaksNothingThatIsNotThere() {
        Set<String> targets = new HashSet<>(Targets.servers());
        targets.addAll(Targets.services(1));
        targets.addAll(Targets.lines(Topology.CLUSTER));
        targets.addAll(Targets.linesFromGateway(1));
        targets.addAll(Targets.spares(Topology.CLUSTER));
        assertThat(thousand(Topology.CLUSTER, 1))
                .extracting(PlannedFault::target)
                .isSubsetOf(targets);
        assertThat(thousand(Topology.CLUSTER, 1)).extracting(PlannedFault::kind).doesNotContain(Kind.FAIL_OVER);
    }

    @ParameterizedTest
    @EnumSource
    void excusesNothingOfASingleRedisButThatItWasWiped(Kind kind) {
        assertThat(of(kind, Targets.REDIS).mayLetRedisOverpromise(Topology.SINGLE))
                .isEqualTo(kind == Kind.WIPE);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"KILL", "PAUSE", "RESTART", "WIPE", "FAIL_OVER"})
    void excusesWhatMayReplaceAMaster(Kind kind) {
        assertThat(of(kind, Targets.REDIS).mayLetRedisOverpromise(Topology.SENTINEL))
                .isTrue();
        assertThat(of(kind, Targets.REDIS).mayLetRedisOverpromise(Topology.CLUSTER))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void excusesNothingBecauseOfAnotherTarget(Topology topology) {
        for (String target :
                List.of(Lines.TO_REDIS, Targets.REDIS_REPLICA, Targets.SENTINEL, Targets.KAFKA, "stock-service")) {
            assertThat(EnumSet.allOf(Kind.class))
                    .allSatisfy(kind -> assertThat(of(kind, target).mayLetRedisOverpromise(topology))
                            .as(kind + " of " + target)
                            .isFalse());
        }
    }

    private static PlannedFault of(Kind kind, String target) {
        return new PlannedFault(kind, target, 2_000, 1_000, 0);
    }

    @Test
    void breaksOneTargetInOneWayAtATime() {
        assertThat(LongStream.range(0, 1_000)
                        .mapToObj(seed ->
                                FaultPlan.of(seed, Topology.SINGLE, 1, MILLIS).faults()))
                .allSatisfy(faults -> assertThat(faults)
                        .allSatisfy(one -> assertThat(faults)
                                .filteredOn(other -> other.target().equals(one.target())
                                        && other.at() <= one.end()
                                        && one.at() <= other.end())
                                .containsExactly(one)));
    }
}
