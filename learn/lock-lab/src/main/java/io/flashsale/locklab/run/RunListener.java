package io.flashsale.locklab.run;

import io.flashsale.locklab.resource.Holding;
import io.flashsale.locklab.trace.Diagram;
import java.util.function.Supplier;

/** Follows a run while it lasts. The run's threads call it. */
public interface RunListener {

    /** Ignores everything. */
    RunListener NOBODY = new RunListener() {};

    /** Servers and workers have started; the scenario begins. */
    default void began() {}

    /** Reports the units sold so far, by the resource's journal. */
    default void sold(int units) {}

    /** The diagram has grown; the supplier returns its present state. */
    default void drawn(Supplier<Diagram> diagram) {}

    /** A client has left the resource, or died inside it. */
    default void left(Holding holding) {}
}
