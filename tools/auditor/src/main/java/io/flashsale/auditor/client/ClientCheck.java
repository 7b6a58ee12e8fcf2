package io.flashsale.auditor.client;

import io.flashsale.auditor.client.ClientRecord.Accepted;
import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.snapshot.LongIndex;
import io.flashsale.auditor.snapshot.OrderRows;

/** I4, seen by the clients: accepted = persisted. */
public final class ClientCheck {

    private ClientCheck() {}

    public static ClientFigures check(ClientRecord clients, OrderRows orders, Evidence evidence) {
        LongIndex answered = new LongIndex(clients.accepted().size());
        long persisted = 0;
        long lost = 0;
        long twice = 0;
        for (Accepted accepted : clients.accepted()) {
            long id = accepted.orderId();
            if (!answered.put(id, 0)) {
                twice++;
                evidence.add(FindingKind.ANSWERED_TWICE, "order " + id);
                continue;
            }
            int row = orders.find(id);
            if (row < 0) {
                lost++;
                evidence.add(FindingKind.LOST_ORDER, "order " + id + " of " + userOf(accepted));
                continue;
            }
            persisted++;
            Long user = accepted.userId();
            if (user != null && user != orders.user(row)) {
                evidence.add(
                        FindingKind.ORDER_OF_ANOTHER_USER,
                        "order " + id + " was answered to user " + user + " and belongs to user " + orders.user(row));
            }
        }
        Unanswered unanswered = unanswered(clients, orders, answered, evidence);
        return new ClientFigures(
                clients.accepted().size(),
                persisted,
                lost,
                twice,
                unanswered.unexplained(),
                clients.indeterminateUsers().size(),
                unanswered.indeterminate());
    }

    /**
     * Orders that appear in no answer.
     *
     * @param indeterminate orders of shoppers whose request got no answer
     */
    private record Unanswered(long unexplained, long indeterminate) {}

    private static Unanswered unanswered(
            ClientRecord clients, OrderRows orders, LongIndex answered, Evidence evidence) {
        LongIndex waitedInVain = new LongIndex(clients.indeterminateUsers().size());
        clients.indeterminateUsers().forEach(user -> waitedInVain.put(user, 0));
        long unexplained = 0;
        long indeterminate = 0;
        for (int row = 0; row < orders.size(); row++) {
            if (answered.contains(orders.id(row))) {
                continue;
            }
            if (waitedInVain.contains(orders.user(row))) {
                indeterminate++;
            } else {
                unexplained++;
                evidence.add(
                        FindingKind.UNEXPLAINED_ORDER,
                        "order " + orders.id(row) + " of user " + orders.user(row) + ", " + orders.status(row));
            }
        }
        return new Unanswered(unexplained, indeterminate);
    }

    private static String userOf(Accepted accepted) {
        return accepted.userId() == null ? "an unnamed user" : "user " + accepted.userId();
    }
}
