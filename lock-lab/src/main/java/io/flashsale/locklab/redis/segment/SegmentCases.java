package io.flashsale.locklab.redis.segment;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.redis.waiting.NotifiedLock;
import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.scheme.SchemeContext;
import java.util.List;
import java.util.stream.IntStream;

/** A16: stock in segments, with a lock each. */
public final class SegmentCases {

    private static final int SEGMENTS = 10;
    private static final String WALK = "walk";

    private SegmentCases() {}

    public static List<Case> all() {
        return List.of(Case.of("A16", Kind.LOCK, "Stock in segments")
                .shows("Throughput grows with the segments: as many buyers at a time as there are locks.")
                .guarantees("one holder a segment", "in the walking form: sold out means that all segments are empty")
                .doesNotGuarantee("in the plain form: that everything is sold")
                .scheme(
                        SegmentedStock.class,
                        SegmentCases::open,
                        Scenario.fails(
                                        "empty-segment",
                                        Fault.NONE,
                                        Failure.UNSOLD_LEFTOVER,
                                        "Buyers of one segment empty it, and are told sold out while nine others are full.",
                                        SegmentCases::emptySegment)
                                .with("segments", SEGMENTS)
                                .curedBy("A16/walk-on"),
                        Scenario.holds(
                                        "walk-on",
                                        Fault.NONE,
                                        "The same buyers walk on to the next segment (WalkingSegmentedStock).",
                                        SegmentCases::emptySegment)
                                .with("segments", SEGMENTS)
                                .with(WALK, true),
                        Scenario.crowd("Ten segments, buyers who walk on: compare the throughput with A13's.")
                                .with("segments", SEGMENTS)
                                .with(WALK, true),
                        crowd(1),
                        crowd(4),
                        crowd(16)));
    }

    private static Scenario crowd(int segments) {
        return Scenario.holds(
                        "crowd-" + segments,
                        Fault.CROWD,
                        "The same crowd, with as many segments: " + segments + ".",
                        ScenarioContext::crowd)
                .with("segments", segments)
                .with(WALK, true);
    }

    private static Operations open(SchemeContext context) {
        LockScheme lock = new NotifiedLock(context.redis(), context.lease());
        return Operations.of(
                Boolean.parseBoolean(context.setting(WALK, "false"))
                        ? new WalkingSegmentedStock(
                                lock, context.resource(), context.timeout(), context.number("segments"))
                        : new SegmentedStock(lock, context.resource(), context.timeout(), context.number("segments")));
    }

    private static void emptySegment(ScenarioContext context) {
        List<String> neighbours = IntStream.rangeClosed(1, 1_000)
                .mapToObj(number -> "buyer-" + number)
                .filter(each -> SegmentedStock.homeOf(each, SEGMENTS) == 0)
                .limit(2)
                .toList();
        String name = neighbours.getFirst();
        Client buyer = context.inside(name, 1);
        Client neighbour = context.client(neighbours.getLast(), 2);
        context.meets(neighbour);
        buyer.goOn().outcome();
        FaultScenarios.getsIn(context, neighbour, name + " had left");
        Outcome outcome = Outcome.TAKEN;
        while (outcome == Outcome.TAKEN) {
            outcome = buyer.buy();
        }
        int left = context.process(1).left();
        if (left > 0) {
            context.found(
                    Failure.UNSOLD_LEFTOVER, name + " was told " + outcome + " while " + left + " units are left");
        }
    }
}
