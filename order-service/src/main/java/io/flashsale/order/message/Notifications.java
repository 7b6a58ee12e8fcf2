package io.flashsale.order.message;

import io.flashsale.contracts.message.MessageForShopper;
import java.util.Collection;

/**
 * Tells shoppers what has happened.
 *
 * <p>Guarantees:
 * <ul> <li>A message is delivered at least once if the current transaction commits, whatever dies afterwards, and never
 * if it rolls back. <li>Messages with the same shopper, kind and key are one, however often they are told.
 * <li>Telling calls no other system, so it neither waits for one nor fails because one is away. </ul>
 *
 * <p>Does not guarantee:
 * <ul> <li>Exactly once: a way of delivery that leaves the shop, such as e-mail, may deliver a message twice. <li>Order:
 * a shopper usually gets messages in the order in which they were told, but one of a slow transaction, or one that had to
 * be repeated, comes later. <li>A time: only that the shop goes on trying. </ul>
 */
public interface Notifications {

    /** Tells these shoppers, each their message. Needs a transaction: that of what it tells about. */
    void tell(Collection<MessageForShopper> messages);
}
