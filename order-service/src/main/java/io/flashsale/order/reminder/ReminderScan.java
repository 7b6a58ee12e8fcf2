package io.flashsale.order.reminder;

import static java.util.stream.Collectors.toMap;

import io.flashsale.contracts.message.MessageForShopper;
import io.flashsale.contracts.stock.SaleOpenings;
import io.flashsale.contracts.stock.SaleOpenings.Opening;
import io.flashsale.order.message.Notifications;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Reminds shoppers of sales that open soon.
 *
 * <p>Asks stock-service at each look when the sales open, so a reminder moves with its sale. One transaction tells a
 * batch of shoppers and deletes their reminders: each is told once, whatever dies in between. Several instances may look
 * at once: each skips rows that another has locked.
 *
 * <p>A late look, after an outage, still reminds until the sale closes. Reminders of a sale that was called off, is over
 * or does not exist are deleted.
 */
@Component
class ReminderScan {

    private static final Logger log = LoggerFactory.getLogger(ReminderScan.class);

    /** About so many reminders go in one transaction. */
    private static final int BATCH = 500;

    private final ReminderMapper reminders;
    private final SaleOpenings openings;
    private final Notifications notifications;
    private final TransactionTemplate transaction;
    private final ReminderProperties properties;
    private final Clock clock;

    ReminderScan(
            ReminderMapper reminders,
            SaleOpenings openings,
            Notifications notifications,
            TransactionTemplate transaction,
            ReminderProperties properties,
            Clock clock) {
        this.reminders = reminders;
        this.openings = openings;
        this.notifications = notifications;
        this.transaction = transaction;
        this.properties = properties;
        this.clock = clock;
    }

    void remind() {
        List<Long> some = reminders.salesAfter(0, SaleOpenings.MAX_SALES);
        while (!some.isEmpty()) {
            Map<Long, Opening> known =
                    openings.of(some).sales().stream().collect(toMap(Opening::saleId, Function.identity()));
            some.forEach(sale -> remindOf(sale, known.get(sale)));
            some = reminders.salesAfter(some.getLast(), SaleOpenings.MAX_SALES);
        }
    }

    /** A sale that fails is tried again at the next look, and does not hold up the others. */
    private void remindOf(long sale, @Nullable Opening opening) {
        try {
            Instant now = clock.instant();
            if (opening == null || opening.calledOff() || !now.isBefore(opening.closesAt())) {
                log.info("{} reminders of sale {} are void", end(sale, null), sale);
            } else if (!now.isBefore(opening.opensAt().minus(properties.before()))) {
                log.info("{} shoppers are reminded of sale {}", end(sale, opening), sale);
            }
        } catch (RuntimeException fault) {
            log.error("shoppers of sale {} cannot be reminded", sale, fault);
        }
    }

    /** Deletes all reminders of the sale and returns their number. @param told tells their shoppers; null for none */
    private int end(long sale, @Nullable Opening told) {
        int ended = 0;
        int some;
        do {
            some = Objects.requireNonNull(transaction.execute(status -> endSome(sale, told)));
            ended += some;
        } while (some == BATCH);
        return ended;
    }

    private int endSome(long sale, @Nullable Opening told) {
        List<Long> shoppers = reminders.lock(sale, BATCH);
        if (shoppers.isEmpty()) {
            return 0;
        }
        if (told != null) {
            notifications.tell(shoppers.stream()
                    .map(shopper -> MessageForShopper.reminder(shopper, sale, told.title(), told.opensAt()))
                    .toList());
        }
        reminders.removeAll(sale, shoppers);
        return shoppers.size();
    }
}
