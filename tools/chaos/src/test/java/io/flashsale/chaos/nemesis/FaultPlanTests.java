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
import java.util.stream.Stream;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultPlanTests {

    private static final long MILLIS = 20_000;

    private static Stream<List<PlannedFault>> plans(Topology topology, int instances) {
        return LongStream.range(0, 1_000)
                .mapToObj(
                        seed -> FaultPlan.of(seed, topology, instances, MILLIS).faults());
    }

    /** The faults of a thousand plans. */
    private static ListAssert<PlannedFault> assertThatPlans(Topology topology, int instances) {
        return assertThat(plans(topology, instances).flatMap(List::stream).toList());
    }

    @Test
    void breaksEverythingInEveryWaySoonerOrLater() {
        Set<String> targets = new HashSet<>(Targets.servers());
        targets.addAll(Targets.services(2));
        targets.addAll(Targets.lines(Topology.SINGLE));
        targets.addAll(Targets.linesFromGateway(2));
        assertThatPlans(Topology.SINGLE, 2).extracting(PlannedFault::target).containsAll(targets);
        assertThatPlans(Topology.SINGLE, 1)
                .extracting(PlannedFault::kind)
                .containsAll(EnumSet.complementOf(EnumSet.of(Kind.FAIL_OVER)));
        assertThatPlans(Topology.SENTINEL, 1).extracting(PlannedFault::kind).containsAll(EnumSet.allOf(Kind.class));
        assertThatPlans(Topology.SENTINEL, 1)
                .extracting(PlannedFault::target)
                .contains(Targets.REDIS_REPLICA, Targets.SENTINEL);
        assertThatPlans(Topology.CLUSTER, 1).extracting(PlannedFault::target).contains(Targets.REDIS_REPLICA);
    }

    @Test
    void replacesAHealthyMasterOfAClusterInAlmostEveryOtherRound() {
        assertThatPlans(Topology.CLUSTER, 1)
                .filteredOn(fault -> fault.kind() == Kind.FAIL_OVER)
                .hasSizeBetween(300, 500)
                .allSatisfy(fault -> assertThat(fault.target()).isEqualTo(Targets.REDIS));
    }

    @Test
    void breaksTheLineFromAGatewayInEveryWayAndInAboutEveryOtherRound() {
        assertThatPlans(Topology.SINGLE, 2)
                .filteredOn(fault -> Lines.instanceBehind(fault.target()).isPresent())
                .hasSizeBetween(400, 600)
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
        assertThat(plans(topology, 1)
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
        assertThatPlans(Topology.CLUSTER, 1).extracting(PlannedFault::target).isSubsetOf(targets);
        assertThatPlans(Topology.SINGLE, 1).extracting(PlannedFault::kind).doesNotContain(Kind.FAIL_OVER);
    }

    @Test
    void breaksOneTargetInOneWayAtATime() {
        assertThat(plans(Topology.SINGLE, 1))
                .allSatisfy(faults -> assertThat(faults)
                        .allSatisfy(one -> assertThat(faults)
                                .filteredOn(other -> other.target().equals(one.target())
                                        && other.at() <= one.end()
                                        && one.at() <= other.end())
                                .containsExactly(one)));
    }
}
