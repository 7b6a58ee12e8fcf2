package io.flashsale.admission.outbox;

import io.flashsale.simulation.shop.World;

/** Opens what the simulation needs of this package. */
public final class SimulatedOutbox {

    private SimulatedOutbox() {}

    public static Drain drain(OutboxRelay relay, Backlog backlog, World world) {
        return new Drain(relay, backlog, world::nanos, world::sleep);
    }

    /** One look of the relay at one shard, and at what the database has saved. */
    public static void look(OutboxRelay relay, int shard) {
        try {
            relay.look(shard);
            relay.lookAtSaved();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
