package io.flashsale.chaos.nemesis;

import io.flashsale.chaos.nemesis.PlannedFault.Kind;
import io.flashsale.chaos.system.Targets;
import io.flashsale.chaos.system.Topology;
import io.flashsale.devstack.system.Lines;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All faults of one round in order; the same seed, topology, instances and length give the same plan.
 *
 * <p>Faults may overlap, except on the same target. Three further faults are drawn after the others, which do not
 * depend on them:
 *
 * <ul>
 *   <li>In a Cluster, a fail-over of a healthy master. With Sentinels it is one of the others.
 *   <li>If Redis has replicas, a fault of a process that Redis can do without, preferably while Kafka is down.
 *   <li>A fault of a line between the gateways and a service.
 * </ul>
 */
public record FaultPlan(List<PlannedFault> faults) {

    private static final int MIN_FAULTS = 2;
    private static final int MAX_FAULTS = 4;

    /** The earliest fault, so that some requests are accepted before it. */
    private static final long QUIET_MILLIS = 1_500;

    private static final long MIN_LENGTH = 1_000;
    private static final long MAX_LENGTH = 7_000;

    /** Separates the generators of these faults from the others, and from those of neighbouring seeds. */
    private static final long OF_SPARES = 0x5851F42D4C957F2DL;

    private static final long OF_FAIL_OVERS = 0x369DEA0F31A53F85L;

    private static final long OF_GATEWAYS = 0x2545F4914F6CDD1DL;

    private static final List<Kind> OF_PROCESSES = List.of(Kind.KILL, Kind.KILL, Kind.PAUSE, Kind.PAUSE, Kind.RESTART);
    private static final List<Kind> OF_LINES =
            List.of(Kind.DELAY, Kind.CUT, Kind.CUT_REQUESTS, Kind.CUT_ANSWERS, Kind.RESET, Kind.CLOSE_SLOWLY);

    public FaultPlan {
        faults = List.copyOf(faults);
    }

    /** @param millis the length of the round */
    public static FaultPlan of(long seed, Topology topology, int instances, long millis) {
        Random random = new Random(seed);
        int count = MIN_FAULTS + random.nextInt(MAX_FAULTS - MIN_FAULTS + 1);
        List<PlannedFault> faults = new ArrayList<>();
        while (faults.size() < count) {
            PlannedFault next = any(random, topology, instances, millis);
            if (faults.stream().noneMatch(other -> collide(other, next))) {
                faults.add(next);
            }
        }
        if (topology.failsOver()) {
            ofSpare(new Random((seed + 1) * OF_SPARES), topology, millis, faults)
                    .ifPresent(faults::add);
        }
        if (topology == Topology.CLUSTER) {
            ofFailOver(new Random((seed + 1) * OF_FAIL_OVERS), millis)
                    .filter(next -> faults.stream().noneMatch(other -> collide(other, next)))
                    .ifPresent(faults::add);
        }
        ofGateways(new Random((seed + 1) * OF_GATEWAYS), instances, millis).ifPresent(faults::add);
        faults.sort(Comparator.comparingLong(PlannedFault::at).thenComparing(PlannedFault::target));
        return new FaultPlan(faults);
    }

    private static PlannedFault any(Random random, Topology topology, int instances, long millis) {
        long at = begin(random, millis);
        long length = length(random);
        return switch (random.nextInt(8)) {
            case 0, 1 -> of(pick(random, OF_PROCESSES), pick(random, Targets.servers()), at, length, random);
            case 2, 3 -> of(pick(random, OF_PROCESSES), pick(random, Targets.services(instances)), at, length, random);
            case 4, 5 -> of(pick(random, OF_LINES), pick(random, Targets.lines(topology)), at, length, random);
            case 6 -> of(Kind.WIPE, Targets.REDIS, at, length, random);
            default ->
                topology == Topology.SENTINEL && random.nextBoolean()
                        ? of(Kind.FAIL_OVER, Targets.REDIS, at, length, random)
                        : of(pick(random, OF_PROCESSES), Targets.REDIS, at, length, random);
        };
    }

    private static long begin(Random random, long millis) {
        return QUIET_MILLIS + random.nextLong(Math.max(1, millis - QUIET_MILLIS - MAX_LENGTH / 2));
    }

    private static long length(Random random) {
        return MIN_LENGTH + random.nextLong(MAX_LENGTH - MIN_LENGTH);
    }

    /** In every second round. */
    private static Optional<PlannedFault> ofGateways(Random random, int instances, long millis) {
        if (random.nextBoolean()) {
            return Optional.empty();
        }
        String line = pick(random, Targets.linesFromGateway(instances));
        return Optional.of(of(pick(random, OF_LINES), line, begin(random, millis), length(random), random));
    }

    /** In every second round, unless the same master is broken then. */
    private static Optional<PlannedFault> ofFailOver(Random random, long millis) {
        return random.nextBoolean()
                ? Optional.empty()
                : Optional.of(new PlannedFault(Kind.FAIL_OVER, Targets.REDIS, begin(random, millis), 0, 0));
    }

    /** In every second round. */
    private static Optional<PlannedFault> ofSpare(
            Random random, Topology topology, long millis, List<PlannedFault> others) {
        if (random.nextBoolean()) {
            return Optional.empty();
        }
        long at = others.stream()
                .filter(FaultPlan::keepsKafkaAway)
                .findFirst()
                .map(kafka -> kafka.at() + random.nextLong(kafka.length()))
                .orElseGet(() -> begin(random, millis));
        String target = pick(random, Targets.spares(topology));
        return Optional.of(of(pick(random, OF_PROCESSES), target, at, length(random), random));
    }

    private static boolean keepsKafkaAway(PlannedFault fault) {
        return Set.of(Targets.KAFKA, Lines.TO_KAFKA).contains(fault.target())
                && fault.kind() != Kind.DELAY
                && fault.length() > 0;
    }

    private static PlannedFault of(Kind kind, String target, long at, long length, Random random) {
        return switch (kind) {
            case RESTART, RESET, WIPE, FAIL_OVER -> new PlannedFault(kind, target, at, 0, 0);
            case DELAY -> new PlannedFault(kind, target, at, length, 20 + random.nextLong(400));
            case CLOSE_SLOWLY -> new PlannedFault(kind, target, at, 0, 300 + random.nextLong(3_000));
            case KILL, PAUSE, CUT, CUT_REQUESTS, CUT_ANSWERS -> new PlannedFault(kind, target, at, length, 0);
        };
    }

    private static boolean collide(PlannedFault one, PlannedFault other) {
        return one.target().equals(other.target()) && one.at() <= other.end() && other.at() <= one.end();
    }

    private static <T> T pick(Random random, List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    @Override
    public String toString() {
        return faults.stream().map(PlannedFault::text).collect(Collectors.joining("; "));
    }
}
