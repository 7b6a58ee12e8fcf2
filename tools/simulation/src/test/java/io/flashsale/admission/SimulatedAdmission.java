package io.flashsale.admission;

import io.flashsale.admission.bucket.BucketSupply;
import io.flashsale.admission.outbox.ReservationQueue;
import io.flashsale.admission.outbox.SavedGroups;
import io.flashsale.simulation.shop.World;
import java.time.Duration;
import org.redisson.api.RedissonClient;

/** Opens what the simulation needs of this package, with the time of a {@link World}. */
public final class SimulatedAdmission {

    private SimulatedAdmission() {}

    public static StockGates gates(RedissonClient redis, World world) {
        return new StockGates(redis, "sale", world::nanos, pause -> task -> {
            world.sleep(pause);
            task.run();
        });
    }

    public static AdmissionService service(
            StockGates gates, ReservationIds ids, ReservationQueue queue, SavedGroups saved, World world) {
        return new AdmissionService(
                gates,
                ids,
                queue,
                Duration.ofMillis(200),
                saved,
                AdmissionService.Listener.NONE,
                BucketSupply.NONE,
                world::nanos,
                world.clock());
    }
}
