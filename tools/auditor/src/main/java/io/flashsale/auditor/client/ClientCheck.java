package io.flashsale.auditor.client;

import io.flashsale.auditor.client.ClientRecord.Accepted;
import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.snapshot.OrderRows;
import io.flashsale.auditor.snapshot.OrderRows.OrderRow;
import java.util.HashSet;
import java.util.Set;

/** I4, seen by the clients: accepted = persisted. */
public final class ClientCheck {

    private ClientCheck() {}

    public static ClientFigures check(ClientRecord clients, OrderRows orders, Evidence evidence) {
        boolean[] answered = new boolean[orders.size()];
        Set<Long> missing = new HashSet<>();
        long persisted = 0;
        long lost = 0;
        long twice = 0;
        for (Accepted accepted : clients.accepted()) {
            long id = accepted.orderId();
            int row = orders.find(id);
            if (row < 0 ? !missing.add(id) : answered[row]) {
                twice++;
                evidence.add(FindingKind.ANSWERED_TWICE, "order " + id);
                continue;
            }
            if (row < 0) {
                lost++;
                evidence.add(FindingKind.LOST_ORDER, "order " + id + " of " + userOf(accepted));
                continue;
            }
            answered[row] = true;
            persisted++;
            Long user = accepted.userId();
            long owner = orders.get(row).user();
            if (user != null && user != owner) {
                evidence.add(
                        FindingKind.ORDER_OF_ANOTHER_USER,
                        "order " + id + " was answered to user " + user + " and belongs to user " + owner);
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
            ClientRecord clients, OrderRows orders, boolean[] answered, Evidence evidence) {
        Set<Long> waitedInVain = new HashSet<>(clients.indeterminateUsers());
        long unexplained = 0;
        long indeterminate = 0;
        for (int place = 0; place < orders.size(); place++) {
            if (answered[place]) {
                continue;
            }
            OrderRow order = orders.get(place);
            if (waitedInVain.contains(order.user())) {
                indeterminate++;
            } else {
                unexplained++;
                evidence.add(FindingKind.UNEXPLAINED_ORDER, order.described());
            }
        }
        return new Unanswered(unexplained, indeterminate);
    }

    private static String userOf(Accepted accepted) {
        return accepted.userId() == null ? "an unnamed user" : "user " + accepted.userId();
    }
}
