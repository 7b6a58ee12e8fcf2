package io.flashsale.order.export;

import io.flashsale.commons.SpreadsheetFile;
import io.flashsale.commons.SpreadsheetFile.Id;
import io.flashsale.commons.SpreadsheetFile.Separator;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.order.export.ExportMapper.RefundRow;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.provider.ShopCurrency;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Streams the orders and the refunds of a sale to administrators. */
@RestController
class ExportController {

    private static final int PAGE = 1_000;

    private final ExportMapper rows;
    private final ShopCurrency currency;

    ExportController(ExportMapper rows, ShopCurrency currency) {
        this.rows = rows;
        this.currency = currency;
    }

    @ApiCall(
            value = "The orders of a sale, as CSV for spreadsheets",
            streams = SpreadsheetFile.TYPE,
            refusals = ProblemType.INVALID_REQUEST)
    @GetMapping(path = "/api/admin/exports/orders", produces = SpreadsheetFile.TYPE)
    void orders(
            @RequestParam long saleId,
            @RequestParam(defaultValue = "COMMA") Separator separator,
            HttpServletResponse response)
            throws IOException {
        try (SpreadsheetFile file = SpreadsheetFile.answer(
                response,
                "orders-" + saleId,
                separator,
                "orderId",
                "userId",
                "title",
                "priceCents",
                "discountCents",
                "refundCents",
                "currency",
                "status",
                "reason",
                "createdAtUtc",
                "paidAtUtc",
                "closedAtUtc")) {
            List<Order> page = List.of();
            do {
                page = rows.orders(saleId, page.isEmpty() ? 0 : page.getLast().id(), PAGE);
                for (Order order : page) {
                    file.add(
                            new Id(order.id()),
                            new Id(order.userId()),
                            order.title(),
                            order.priceCents(),
                            order.discountCents(),
                            order.refundCents(),
                            currency.code(),
                            order.status(),
                            order.reason(),
                            order.createdAt(),
                            order.paidAt(),
                            order.closedAt());
                }
            } while (page.size() == PAGE);
        }
    }

    @ApiCall(
            value = "The refunds of a sale, as CSV for spreadsheets",
            streams = SpreadsheetFile.TYPE,
            refusals = ProblemType.INVALID_REQUEST)
    @GetMapping(path = "/api/admin/exports/refunds", produces = SpreadsheetFile.TYPE)
    void refunds(
            @RequestParam long saleId,
            @RequestParam(defaultValue = "COMMA") Separator separator,
            HttpServletResponse response)
            throws IOException {
        try (SpreadsheetFile file = SpreadsheetFile.answer(
                response,
                "refunds-" + saleId,
                separator,
                "refundId",
                "chargeId",
                "orderId",
                "userId",
                "amountCents",
                "currency",
                "reason",
                "state",
                "createdAtUtc",
                "refundedAtUtc")) {
            List<RefundRow> page = List.of();
            do {
                page = rows.refunds(saleId, page.isEmpty() ? 0 : page.getLast().id(), PAGE);
                for (RefundRow refund : page) {
                    file.add(
                            new Id(refund.id()),
                            refund.chargeId(),
                            new Id(refund.orderId()),
                            new Id(refund.userId()),
                            refund.amountCents(),
                            currency.code(),
                            refund.reason(),
                            refund.state(),
                            refund.createdAt(),
                            refund.refundedAt());
                }
            } while (page.size() == PAGE);
        }
    }
}
