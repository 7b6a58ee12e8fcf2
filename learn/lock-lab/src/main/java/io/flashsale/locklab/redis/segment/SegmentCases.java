package io.flashsale.locklab.redis.segment;

import static io.flashsale.locklab.catalogue.Fault.CROWD;
import static io.flashsale.locklab.catalogue.Fault.NONE;
import static io.flashsale.locklab.catalogue.Scenario.fails;
import static io.flashsale.locklab.catalogue.Scenario.holds;
import static io.flashsale.locklab.scenario.Failure.UNSOLD_LEFTOVER;

import io.flashsale.locklab.catalogue.Case;
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

/** A16: stock in segments, with a lock for each. */
public final class SegmentCases {

    private static final int SEGMENTS = 10;
    private static final String WALK = "walk";

    private SegmentCases() {}

    public static List<Case> all() {
        return List.of(Case.of("A16", Kind.LOCK)
                .scheme(
                        SegmentedStock.class,
                        SegmentCases::open,
                        fails("empty-segment", NONE, UNSOLD_LEFTOVER, SegmentCases::emptySegment)
                                .with("segments", SEGMENTS)
                                .curedBy("A16/walk-on"),
                        holds("walk-on", NONE, SegmentCases::emptySegment)
                                .with("segments", SEGMENTS)
                                .with(WALK, true),
                        Scenario.crowd().with("segments", SEGMENTS).with(WALK, true),
                        crowd(1),
                        crowd(4),
                        crowd(16)));
    }

    private static Scenario crowd(int segments) {
        return holds("crowd-" + segments, CROWD, ScenarioContext::crowd)
                .with("segments", segments)
                .with(WALK, true);
    }

    private static Operations open(SchemeContext context) {
        LockScheme lock = new NotifiedLock(context.redis(), context.lease());
        return Operations.of(
                context.isSet(WALK)
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
        FaultScenarios.getsIn(context, neighbour, "other-left");
        Outcome outcome = Outcome.TAKEN;
        while (outcome == Outcome.TAKEN) {
            outcome = buyer.buy();
        }
        int left = context.process(1).left();
        if (left > 0) {
            context.found(Failure.UNSOLD_LEFTOVER, "units-left", name, outcome, left);
        }
    }
}
