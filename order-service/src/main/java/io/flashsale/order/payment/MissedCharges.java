package io.flashsale.order.payment;

import io.flashsale.order.provider.PaymentNotification;
import io.flashsale.order.provider.PaymentProvider;
import io.flashsale.order.provider.PaymentProvider.Position;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Goes through the provider's books for charges that we have no record of, and settles them as if we had been notified:
 * we may have died after charging, and a notification may be lost. Looks back {@link #LOOK_BACK} when it starts; later
 * than that, a charge that was missed stays so.
 */
@Component
class MissedCharges {

    static final Duration LOOK_BACK = Duration.ofDays(1);

    private static final Logger log = LoggerFactory.getLogger(MissedCharges.class);
    private static final int PAGE = 1_000;

    private final PaymentProvider provider;
    private final ChargeMapper charges;
    private final PaymentNotifications notifications;
    private final Duration age;
    private final Clock clock = Clock.systemUTC();
    private final Counter found;
    private Position reached = Position.before(clock.instant().minus(LOOK_BACK));

    MissedCharges(
            PaymentProvider provider,
            ChargeMapper charges,
            PaymentNotifications notifications,
            MissedChargesProperties properties,
            MeterRegistry meters) {
        this.provider = provider;
        this.charges = charges;
        this.notifications = notifications;
        this.age = properties.age();
        this.found = meters.counter("flashsale.payments.missed");
    }

    /** Looks at what is new since the last time, and once more at the youngest of what was looked at then. */
    void settleAll() {
        Instant until = clock.instant().minus(age);
        Position position = reached;
        List<PaymentNotification> page;
        do {
            page = provider.charges(position, until, PAGE);
            if (!page.isEmpty()) {
                settle(page);
                position = Position.of(page.getLast());
            }
        } while (page.size() == PAGE);
        reached = Position.before(until.minus(age));
    }

    private void settle(List<PaymentNotification> page) {
        Set<String> recorded = new HashSet<>(charges.recorded(
                page.stream().map(PaymentNotification::paymentId).toList()));
        for (PaymentNotification charge : page) {
            if (!charge.isComplete()) {
                log.error("the provider has a charge that cannot be recorded: {}", charge);
            } else if (!recorded.contains(charge.paymentId())) {
                Settlement settlement = notifications.settle(charge);
                found.increment();
                log.warn("the provider has charge {} that nobody told us of: {}", charge.paymentId(), settlement);
            }
        }
    }
}
