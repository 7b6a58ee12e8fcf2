package io.flashsale.locklab.run;

import io.flashsale.locklab.resource.Holding;
import io.flashsale.locklab.trace.Diagram;
import java.util.function.Supplier;

/** Follows a run while it lasts, on a thread of the run's. */
public interface RunListener {

    /** One that is not interested. */
    RunListener NOBODY = new RunListener() {};

    /** Servers and workers are there; the scenario begins. */
    default void began() {}

    /** So many units were sold so far, by the resource's journal. */
    default void sold(int units) {}

    /** The diagram has grown, and is what this answers, so far. */
    default void drawn(Supplier<Diagram> diagram) {}

    /** Somebody has left the resource, or died in it. */
    default void left(Holding holding) {}
}
