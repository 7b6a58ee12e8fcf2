package io.flashsale.order.refund;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** What has to go back, and how far that is. */
@Service
public class Refunds {

    private static final Logger log = LoggerFactory.getLogger(Refunds.class);

    private final RefundMapper refunds;
    private final ApplicationEventPublisher events;

    Refunds(RefundMapper refunds, ApplicationEventPublisher events) {
        this.refunds = refunds;
        this.events = events;
    }

    /** A refund is due now. Whoever makes it is told, after the commit if there is a transaction. */
    record Due() {}

    /**
     * The charge goes back if, and only if, the present transaction commits: soon, and with as many attempts as {@link
     * RefundProperties} allow, after which an administrator has to ask for it again.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void due(String chargeId, long orderId, long amountCents, RefundReason reason) {
        refunds.insert(chargeId, orderId, amountCents, reason);
        events.publishEvent(new Due());
        log.warn("charge {} for order {} goes back: {}", chargeId, orderId, reason);
    }

    /** Those that are not made, newest first, and then those that are. */
    List<Refund> list(int limit) {
        List<Refund> list = new ArrayList<>(refunds.unfinished(limit));
        if (list.size() < limit) {
            list.addAll(refunds.finished(limit - list.size()));
        }
        return list;
    }

    /** Has the provider asked again now, unless the refund is made. Answers how it stands; empty if there is none. */
    Optional<Refund> tryAgain(long id) {
        if (refunds.tryAgain(id) == 1) {
            events.publishEvent(new Due());
        }
        return refunds.find(id);
    }
}
