package io.flashsale.auditor.command;

import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.Finding;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.snapshot.ExportedOrder;
import io.flashsale.auditor.snapshot.OrderStatus;
import io.flashsale.auditor.source.ReadOnlyDatabase;
import io.flashsale.commandline.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Compares a file of exported orders with the orders in MySQL. An order may have gone on since: a later status that the
 * exported one can become is no finding, nor is another discount then, or a larger refund.
 */
final class ExportedOrders implements Consumer<TableFile.Row> {

    private static final List<String> NEEDED =
            List.of("orderId", "userId", "priceCents", "discountCents", "refundCents", "status");

    private static final Set<OrderStatus> ENDS =
            Set.of(OrderStatus.CLOSED, OrderStatus.REFUND_DUE, OrderStatus.REFUNDED);

    /** @param orders how many the file has */
    record Comparison(long saleId, long orders, List<Finding> findings) {}

    private final Map<Long, ExportedOrder> inMySql;
    private final Evidence evidence = new Evidence();
    private long rows;

    private ExportedOrders(Map<Long, ExportedOrder> inMySql) {
        this.inMySql = inMySql;
    }

    /** @param inMySql all orders of the sale, by id */
    static Comparison compare(Path file, long saleId, Map<Long, ExportedOrder> inMySql) {
        ExportedOrders compared = TableFile.read(file, NEEDED, () -> new ExportedOrders(inMySql));
        if (compared.rows == 0) {
            throw new UsageException(file + " has no orders, so nothing was compared");
        }
        return new Comparison(saleId, compared.rows, compared.evidence.findings());
    }

    @Override
    public void accept(TableFile.Row row) {
        long id = row.id("orderId").orElseThrow(() -> new UsageException(row.where() + " has no orderId"));
        long user = row.id("userId").orElseThrow(() -> new UsageException(row.where() + " has no userId"));
        OrderStatus status = ReadOnlyDatabase.named(row.text("status"), OrderStatus.UNKNOWN);
        check(new ExportedOrder(
                id, user, status, row.cents("priceCents"), row.cents("discountCents"), row.cents("refundCents")));
        rows++;
    }

    private void check(ExportedOrder exported) {
        ExportedOrder now = inMySql.get(exported.id());
        if (now == null) {
            evidence.add(FindingKind.EXPORTED_ORDER_MISSING, exported.described());
            return;
        }
        String both = exported.described() + " in the file, " + now.described() + " in MySQL";
        if (now.user() != exported.user()) {
            evidence.add(FindingKind.EXPORTED_FOR_ANOTHER_USER, both);
        }
        if (!canBecome(exported.status(), now.status())) {
            evidence.add(FindingKind.EXPORTED_STATUS, both);
        }
        boolean unchanged = now.status() == exported.status() && now.status() != OrderStatus.AWAITING_PAYMENT;
        if (now.priceCents() != exported.priceCents()
                || unchanged && now.discountCents() != exported.discountCents()
                || now.refundCents() < exported.refundCents()) {
            evidence.add(FindingKind.EXPORTED_AMOUNT, both);
        }
    }

    private static boolean canBecome(OrderStatus exported, OrderStatus now) {
        return switch (exported) {
            case AWAITING_PAYMENT -> now == exported || now == OrderStatus.PAID || ENDS.contains(now);
            case PAID, REFUND_DUE, REFUNDED -> // a charge that comes late makes one more refund due
                now == exported || now == OrderStatus.REFUND_DUE || now == OrderStatus.REFUNDED;
            case CLOSED -> ENDS.contains(now);
            case REJECTED -> now == exported;
            case UNDER_REVIEW, UNKNOWN -> false; // no export has them
        };
    }
}
