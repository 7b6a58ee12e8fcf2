package io.flashsale.order.journey;

import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.simulation.shop.MapperDouble;

/** Opens what the simulation needs of this package: nobody follows a click. */
public final class SimulatedJourney {

    private SimulatedJourney() {}

    public static FollowedOrders none() {
        return new FollowedOrders(MapperDouble.of(JourneyMapper.class, new Object()), OrderTrace.OFF);
    }
}
