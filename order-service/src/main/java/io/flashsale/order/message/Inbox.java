package io.flashsale.order.message;

import io.flashsale.contracts.message.MessageForShopper;
import java.util.Collection;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Delivers messages as rows that a page of the shop shows: exactly once, as the rows commit with what they tell about.
 * Other ways of delivery note in the same transaction what they have to do.
 */
@Component
class Inbox implements Notifications {

    private final MessageMapper messages;
    private final List<FurtherDelivery> others;

    Inbox(MessageMapper messages, List<FurtherDelivery> others) {
        this.messages = messages;
        this.others = others;
    }

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public void tell(Collection<MessageForShopper> told) {
        messages.add(told);
        others.forEach(other -> other.noteDue(told));
    }
}
