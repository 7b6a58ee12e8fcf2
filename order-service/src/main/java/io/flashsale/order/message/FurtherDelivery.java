package io.flashsale.order.message;

import io.flashsale.contracts.message.MessageForShopper;
import java.util.Collection;

/**
 * A way in which messages reach shoppers besides the page that shows them, such as pushes to browsers or e-mail. A bean
 * of this type hears of each message.
 */
public interface FurtherDelivery {

    /**
     * Notes in MySQL what has to be delivered, in the transaction that stored these messages; the delivery itself
     * follows after the commit. A message that is told again may be noted again. Calls no other system: a failure here
     * would undo what the messages tell about.
     */
    void noteDue(Collection<MessageForShopper> stored);
}
