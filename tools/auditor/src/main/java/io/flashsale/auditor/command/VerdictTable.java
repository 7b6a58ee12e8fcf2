package io.flashsale.auditor.command;

import static java.util.stream.Collectors.joining;

import io.flashsale.auditor.client.ClientFigures;
import io.flashsale.auditor.command.ExportedOrders.Comparison;
import io.flashsale.auditor.finding.Finding;
import io.flashsale.auditor.sale.SaleFigures;
import io.flashsale.auditor.sale.SaleVerdict;
import io.flashsale.auditor.sale.SaleVerdict.Line;
import io.flashsale.auditor.sale.SaleVerdict.State;
import java.util.Map;

/** Prints a verdict as a table. */
final class VerdictTable {

    private final StringBuilder text = new StringBuilder();

    private VerdictTable() {}

    static String of(SaleVerdict verdict) {
        VerdictTable report = new VerdictTable();
        report.sale(verdict.saleId(), verdict.sale());
        verdict.invariants().forEach(report::line);
        if (verdict.clients() != null) {
            report.clients(verdict.clients());
        }
        report.conclusion(verdict);
        return report.text.toString();
    }

    static String of(Comparison exported) {
        VerdictTable report = new VerdictTable();
        report.add("Sale %d: %d orders in the file", exported.saleId(), exported.orders());
        exported.findings().forEach(report::finding);
        report.add(exported.findings().isEmpty() ? "HOLDS" : "VIOLATED: MySQL has other orders");
        return report.text.toString();
    }

    private void sale(long id, SaleFigures sale) {
        add(
                "Sale %d \"%s\": %d + %d units, %d sold, %d available, %d oversold",
                id,
                sale.title(),
                sale.initialStock(),
                sale.addedStock(),
                sale.sold(),
                sale.available(),
                sale.oversold());
        if (sale.redisRemaining() != null && sale.redisHolders() != null) {
            add("Redis: %d remaining, %d holders", sale.redisRemaining(), sale.redisHolders());
        }
        add(
                "Orders: %s",
                sale.orders().isEmpty()
                        ? "none"
                        : sale.orders().entrySet().stream()
                                .sorted(Map.Entry.comparingByKey())
                                .map(entry -> entry.getValue() + " " + entry.getKey())
                                .collect(joining(", ")));
        if (sale.orders().containsKey("UNDER_REVIEW")) {
            add("Waiting for an administrator: %d", sale.orders().get("UNDER_REVIEW"));
        }
    }

    private void line(Line line) {
        String state = switch (line.state()) {
            case HOLDS -> "holds";
            case VIOLATED -> "VIOLATED";
            case PENDING -> "pending";
        };
        add("%-3s %-9s %s", line.id(), state, line.statement());
        line.findings().forEach(this::finding);
    }

    private void finding(Finding finding) {
        add("      %s: %d", finding.kind().slug(), finding.count());
        add("        first  %s", finding.first());
        if (finding.count() > 1) {
            add("        worst  %s", finding.worst());
            add("        last   %s", finding.last());
        }
    }

    private void clients(ClientFigures clients) {
        add(
                "Clients: %d accepted, %d persisted, %d lost, %d answered twice, %d unexplained, %d not answered"
                        + " (%d orders of theirs)",
                clients.accepted(),
                clients.persisted(),
                clients.lost(),
                clients.answeredTwice(),
                clients.unexplained(),
                clients.indeterminate(),
                clients.indeterminateOrders());
    }

    private void conclusion(SaleVerdict verdict) {
        if (verdict.holds()) {
            add("HOLDS");
        } else if (verdict.violated()) {
            add(
                    "VIOLATED: %s",
                    verdict.invariants().stream()
                            .filter(line -> line.state() == State.VIOLATED)
                            .map(line -> line.id().name())
                            .collect(joining(", ")));
        } else {
            add("NOT MEASURED: %s. Try again with a longer --wait.", String.join(", ", verdict.waitingFor()));
        }
    }

    private void add(String format, Object... values) {
        text.append(format.formatted(values)).append('\n');
    }
}
