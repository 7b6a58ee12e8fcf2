package io.flashsale.order.message;

import io.flashsale.contracts.message.MessageForShopper;
import java.util.Collection;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Delivers messages as rows that a page of the shop shows: exactly once, as the rows commit with what they tell about. */
@Component
class Inbox implements Notifications {

    private final MessageMapper messages;

    Inbox(MessageMapper messages) {
        this.messages = messages;
    }

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public void tell(Collection<MessageForShopper> told) {
        messages.add(told);
    }
}
