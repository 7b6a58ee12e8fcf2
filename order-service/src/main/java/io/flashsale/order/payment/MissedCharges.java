package io.flashsale.order.payment;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.flashsale.commons.sql.DatabaseOutage;
import io.flashsale.order.closing.PaidOrders;
import io.flashsale.order.provider.PaymentNotification;
import io.flashsale.order.provider.PaymentProvider;
import io.flashsale.order.provider.PaymentProvider.Position;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Settles charges that the provider has in its records and we do not.
 *
 * <p>We may have crashed after charging, or a notification may have been lost.
 *
 * <p>Each look reads on where the last successful one ended. So an outage of the provider or the database leaves no gap,
 * however long it is. A second cursor trails the first: it reads each charge once more, some time later, and so finds
 * those that the provider has entered late. The first look after a start, one a day, and each one after a look that
 * found more unsettled charges than it can keep, goes back much further, to cover an outage of this service. Older
 * charges stay unknown.
 *
 * <p>A charge that cannot be settled does not hold up the others. It is reported, counted as unsettled, and tried
 * again at each look with the provider's current data, for as long as the provider has it.
 *
 * <p>An order is closed for want of payment only after a look that covers its deadline, and not after a look that
 * failed or found more unsettled charges than it can keep. An order with an unsettled charge stays open.
 */
@Component
class MissedCharges implements PaidOrders {

    private static final Logger log = LoggerFactory.getLogger(MissedCharges.class);
    private static final int PAGE = 1_000;

    /** With more, such as after a restore whose orders are not replayed yet, each look is a full one. */
    private static final int MAX_UNSETTLED = 1_000;

    /** Of a full look; longer than the longest outage of this service. */
    private static final Duration FULL_LOOK_BACK = Duration.ofDays(30);

    private static final Duration FULL_LOOK_INTERVAL = Duration.ofDays(1);

    private final PaymentProvider provider;
    private final ChargeMapper charges;
    private final PaymentNotifications notifications;
    private final Duration age;
    private final Duration trail;
    private final InstantSource clock;
    private final Counter found;
    private final Set<PaymentNotification> unsettled = ConcurrentHashMap.newKeySet();
    private Instant reached;
    private Instant nextFullLook;
    private boolean looked;
    private boolean overflown;
    private volatile Instant knownUntil = Instant.EPOCH;

    MissedCharges(
            PaymentProvider provider,
            ChargeMapper charges,
            PaymentNotifications notifications,
            MissedChargesProperties properties,
            InstantSource clock,
            MeterRegistry meters) {
        this.provider = provider;
        this.charges = charges;
        this.notifications = notifications;
        this.age = properties.age();
        this.trail = properties.trail();
        this.clock = clock;
        this.found = meters.counter("flashsale.payments.missed");
        this.reached = clock.instant();
        this.nextFullLook = reached;
        meters.gaugeCollectionSize("flashsale.payments.unsettled", List.of(), unsettled);
    }

    /**
     * Looks once; the caller repeats it. Throws if the records or our database are unavailable; the look then does
     * not count.
     */
    void settleAll() {
        Instant covered = Instant.EPOCH;
        try {
            Instant until = look();
            if (!overflown) {
                // By the provider's clock, a charge made in time may be later than its deadline.
                covered = until.minus(age);
            }
        } finally {
            knownUntil = covered;
        }
    }

    @Override
    public Known known() {
        Instant until = knownUntil; // first: what the look could not settle was noted before
        return new Known(
                until, unsettled.stream().map(PaymentNotification::orderId).collect(toUnmodifiableSet()));
    }

    /** Returns the time of the latest charges that it has read. */
    private Instant look() {
        Instant now = clock.instant();
        Instant until = looked ? now.minus(age) : now; // what was charged before this start is in nobody's hands
        boolean full = !now.isBefore(nextFullLook);
        overflown = false;
        Set<PaymentNotification> gone = tryAgain();
        if (full) {
            eachPage(until.minus(FULL_LOOK_BACK), until, this::settle);
        } else {
            Instant from = Collections.min(List.of(reached, until));
            Optional<Instant> corrected =
                    gone.stream().map(PaymentNotification::paidAt).min(Comparator.naturalOrder());
            if (corrected.isPresent()) { // perhaps to another time
                from = Collections.min(List.of(from, corrected.get()));
                eachPage(from.minus(trail), until, this::settle);
            } else {
                eachPage(from.minus(trail), until.minus(trail), this::settle);
                eachPage(from, until, this::settle);
            }
        }
        unsettled.removeAll(gone); // only now: what they were corrected to has been read
        reached = now.minus(age); // also after the first look, as the provider may enter a charge a little later
        looked = true;
        if (overflown) {
            nextFullLook = now;
        } else if (full) {
            nextFullLook = now.plus(FULL_LOOK_INTERVAL);
        }
        return until;
    }

    /** Returns those that the provider has corrected or dropped. What they were corrected to may have another id. */
    private Set<PaymentNotification> tryAgain() {
        Set<PaymentNotification> gone = new HashSet<>(unsettled);
        Set<Instant> times = gone.stream().map(PaymentNotification::paidAt).collect(toUnmodifiableSet());
        for (Instant time : times) {
            eachPage(time, time, page -> {
                page.forEach(gone::remove);
                settle(page);
            });
        }
        return gone;
    }

    private void eachPage(Instant from, Instant until, Consumer<List<PaymentNotification>> taker) {
        Position position = Position.before(from);
        List<PaymentNotification> page;
        do {
            page = provider.charges(position, until, PAGE);
            if (!page.isEmpty()) {
                taker.accept(page);
                position = Position.of(page.getLast());
            }
        } while (page.size() == PAGE);
    }

    private void settle(List<PaymentNotification> some) {
        Set<String> recorded = new HashSet<>(charges.recorded(
                some.stream().map(PaymentNotification::paymentId).toList()));
        for (PaymentNotification charge : some) {
            if (recorded.contains(charge.paymentId())) {
                unsettled.remove(charge);
            } else {
                settle(charge);
            }
        }
    }

    private void settle(PaymentNotification charge) {
        if (!charge.isComplete()) {
            report(charge, new IllegalArgumentException("it cannot be recorded"));
            return;
        }
        try {
            Settlement settlement = notifications.settle(charge);
            if (settlement instanceof Settlement.NoOrderYet) {
                report(charge, new IllegalStateException("there is no such order yet"));
                return;
            }
            unsettled.remove(charge);
            found.increment();
            log.warn("the provider has charge {} that nobody told us of: {}", charge.paymentId(), settlement);
        } catch (RuntimeException fault) {
            if (concernsAll(fault)) {
                throw fault;
            }
            report(charge, fault);
        }
    }

    /** Whether the database is away, so that the next charge would only wait for it, too. */
    private static boolean concernsAll(RuntimeException fault) {
        return fault instanceof TransactionException
                || fault instanceof DataAccessResourceFailureException
                || fault instanceof RecoverableDataAccessException
                || DatabaseOutage.isBehind(fault);
    }

    /** Reports each charge once, not at each look. */
    private void report(PaymentNotification charge, RuntimeException fault) {
        if (unsettled.contains(charge)) {
            return;
        }
        if (unsettled.size() >= MAX_UNSETTLED) {
            overflown = true;
        } else {
            unsettled.add(charge);
            log.error("the provider has a charge that cannot be settled, somebody has to look: {}", charge, fault);
        }
    }
}
