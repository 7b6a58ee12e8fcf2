package io.flashsale.order.webpush;

import io.flashsale.accounts.AllSessionsEnded;
import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.contracts.message.MessageForShopper;
import io.flashsale.order.message.FurtherDelivery;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

/** Notes in MySQL which messages have to be pushed to which browsers. {@link PushProcessor} does so after the commit. */
@Component
class PushDelivery implements FurtherDelivery {

    private final PushMapper rows;
    private final PushKey key;
    private final ApplicationEventPublisher events;
    private final RepeatedTask pushing;

    PushDelivery(
            PushMapper rows,
            PushKey key,
            ApplicationEventPublisher events,
            @Qualifier("webPushing") RepeatedTask pushing) {
        this.rows = rows;
        this.key = key;
        this.events = events;
        this.pushing = pushing;
    }

    record PushesDue() {}

    /** Whoever has a lost device in mind ends what is shown on it, too. */
    @EventListener
    void on(AllSessionsEnded ended) {
        rows.unsubscribeAll(ended.accountId());
    }

    @TransactionalEventListener
    void on(PushesDue due) {
        pushing.wake();
    }

    @Override
    public void noteDue(Collection<MessageForShopper> stored) {
        if (key.publicKey().isEmpty() || stored.isEmpty()) {
            return;
        }
        Set<Long> subscribers = rows.subscribersAmong(
                stored.stream().map(MessageForShopper::userId).distinct().toList());
        List<MessageForShopper> pushed = stored.stream()
                .filter(message -> subscribers.contains(message.userId()))
                .toList();
        if (!pushed.isEmpty()) {
            rows.due(pushed);
            events.publishEvent(new PushesDue());
        }
    }
}
