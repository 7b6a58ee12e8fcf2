package io.flashsale.order.reminder;

import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Lets shoppers ask to be reminded of a sale, and take that back. Whether the sale exists and has yet to open is seen
 * at the next look ({@link ReminderScan}), so that stock-service need not answer here.
 */
@RestController
@RequestMapping("/api/reminders/{saleId}")
class ReminderController {

    private static final int MAX_PER_SHOPPER = 50;

    private final ReminderMapper reminders;
    private final TransactionTemplate transaction;
    private final ReminderProperties properties;

    ReminderController(ReminderMapper reminders, TransactionTemplate transaction, ReminderProperties properties) {
        this.reminders = reminders;
        this.transaction = transaction;
        this.properties = properties;
    }

    /**
     * @param asked whether a reminder of this sale is still to come
     * @param secondsBefore how long before the opening it comes
     */
    record ReminderView(boolean asked, long secondsBefore) {}

    private ReminderView view(boolean asked) {
        return new ReminderView(asked, properties.before().toSeconds());
    }

    @ApiCall("Whether I will be reminded of a sale")
    @GetMapping
    ReminderView mine(Shopper shopper, @PathVariable long saleId) {
        return view(reminders.exists(saleId, shopper.id()));
    }

    @ApiCall(
            value = "Remind me before a sale opens; may be repeated",
            refusals = {ProblemType.TOO_MANY_REMINDERS, ProblemType.INVALID_REQUEST})
    @PostMapping
    ReminderView ask(Shopper shopper, @PathVariable long saleId) {
        if (saleId <= 0) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "No sale has this id.");
        }
        transaction.executeWithoutResult(status -> {
            reminders.lockAccount(shopper.id());
            if (!reminders.exists(saleId, shopper.id()) && reminders.countOfUser(shopper.id()) >= MAX_PER_SHOPPER) {
                throw new ProblemException(
                        ProblemType.TOO_MANY_REMINDERS, "There are " + MAX_PER_SHOPPER + "; take one back first.");
            }
            reminders.add(saleId, shopper.id());
        });
        return view(true);
    }

    @ApiCall("Do not remind me of a sale; may be repeated")
    @DeleteMapping
    ReminderView takeBack(Shopper shopper, @PathVariable long saleId) {
        reminders.remove(saleId, shopper.id());
        return view(false);
    }
}
