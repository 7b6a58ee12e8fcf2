package io.flashsale.order.payment;

import io.flashsale.order.provider.PaymentNotification;
import io.flashsale.order.provider.PaymentProvider.Position;
import io.flashsale.simulation.shop.Port;
import io.flashsale.simulation.shop.World;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A payment provider that takes all money, and tells of it only who asks. It outlives all processes. */
public final class SimulatedProvider {

    private final World world;
    private final Map<Long, PaymentNotification> charges = new TreeMap<>();

    public SimulatedProvider(World world) {
        this.world = world;
    }

    /** By the id of the order. */
    public Collection<PaymentNotification> all() {
        return charges.values();
    }

    /** Charges an order once, however often it is asked. Throws if it does not answer. */
    PaymentNotification charge(long order, long cents) {
        return world.call(
                Port.HTTP,
                () -> "asks the provider to charge order " + order,
                () -> charges.computeIfAbsent(
                        order,
                        id -> new PaymentNotification(id, "charge-" + id, cents, Instant.ofEpochMilli(world.now()))));
    }

    /** As {@link io.flashsale.order.provider.PaymentProvider#charges}. */
    List<PaymentNotification> charges(Position after, Instant until, int limit) {
        return world.call(
                Port.HTTP,
                () -> "asks the provider for its charges",
                () -> charges.values().stream()
                        .filter(charge -> !charge.paidAt().isBefore(after.paidAt())
                                && !charge.paidAt().isAfter(until)
                                && (charge.paidAt().isAfter(after.paidAt())
                                        || charge.paymentId().compareTo(after.paymentId()) > 0))
                        .sorted(Comparator.comparing(PaymentNotification::paidAt)
                                .thenComparing(PaymentNotification::paymentId))
                        .limit(limit)
                        .toList());
    }
}
