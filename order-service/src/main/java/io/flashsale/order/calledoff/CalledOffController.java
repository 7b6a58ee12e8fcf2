package io.flashsale.order.calledoff;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.stock.SaleOpenings;
import io.flashsale.order.calledoff.UndoneSaleMapper.CalledOff;
import io.flashsale.order.calledoff.UndoneSaleMapper.Progress;
import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.OrderView;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClientException;

/** Lets administrators give money back: for one order, or for a whole sale. */
@RestController
class CalledOffController {

    private final UndoneSaleMapper rows;
    private final UndoneSales undone;
    private final OrderMapper orders;
    private final SaleOpenings sales;
    private final CalledOffNotices notices;
    private final TransactionTemplate transaction;
    private final RepeatedTask callingOff;

    CalledOffController(
            UndoneSaleMapper rows,
            UndoneSales undone,
            OrderMapper orders,
            SaleOpenings sales,
            CalledOffNotices notices,
            TransactionTemplate transaction,
            @Qualifier("callingOff") RepeatedTask callingOff) {
        this.rows = rows;
        this.undone = undone;
        this.orders = orders;
        this.sales = sales;
        this.notices = notices;
        this.transaction = transaction;
        this.callingOff = callingOff;
    }

    /** @param unitsBack whether the units of paid orders go back on sale */
    record WhatOfUnits(@NotNull Boolean unitsBack) {}

    /**
     * A sale that was called off, and how far that is.
     *
     * @param active orders that still have to end
     * @param refundDue orders whose money is on its way back
     * @param closed orders that were not paid
     */
    record CalledOffSale(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long saleId,
            boolean unitsBack,
            Instant calledOffAt,
            long active,
            long refundDue,
            long refunded,
            long closed) {

        static CalledOffSale of(CalledOff sale, Progress progress) {
            return new CalledOffSale(
                    sale.saleId(),
                    sale.unitsBack(),
                    sale.calledOffAt(),
                    progress.active(),
                    progress.refundDue(),
                    progress.refunded(),
                    progress.closed());
        }
    }

    @ApiCall(
            value = "Give the money for a paid order back; may be repeated",
            refusals = {
                ProblemType.ORDER_NOT_FOUND,
                ProblemType.ORDER_NOT_PAID,
                ProblemType.ORDER_CLOSED,
                ProblemType.ORDER_REJECTED,
                ProblemType.INVALID_REQUEST
            })
    @PostMapping("/api/admin/orders/{id}/refund")
    ResponseEntity<OrderView> refund(@PathVariable long id, @Valid @RequestBody WhatOfUnits units) {
        return Objects.requireNonNull(transaction.execute(status -> {
            Optional<Order> order = orders.lock(id);
            return order.isEmpty()
                    ? Problems.answer(Problems.of(ProblemType.ORDER_NOT_FOUND))
                    : refundLocked(order.get(), units.unitsBack());
        }));
    }

    private ResponseEntity<OrderView> refundLocked(Order order, boolean unitBack) {
        return switch (order.status()) {
            case PAID -> {
                undone.undoLocked(List.of(order), EndReason.REFUNDED_BY_ADMINISTRATOR, unitBack);
                yield ResponseEntity.ok(OrderView.of(orders.lock(order.id()).orElseThrow()));
            }
            case REFUND_DUE, REFUNDED -> ResponseEntity.ok(OrderView.of(order));
            case AWAITING_PAYMENT -> Problems.answer(Problems.of(ProblemType.ORDER_NOT_PAID));
            case CLOSED -> Problems.answer(Problems.of(ProblemType.ORDER_CLOSED));
            case REJECTED -> Problems.answer(Problems.of(ProblemType.ORDER_REJECTED));
            case QUEUED -> throw new IllegalStateException("a row is never QUEUED: " + order.id());
        };
    }

    @ApiCall(
            value = "Call a sale off: it closes, all its orders end, and what was paid goes back. May be repeated",
            refusals = {ProblemType.SALE_NOT_FOUND, ProblemType.INVALID_REQUEST})
    @PostMapping("/api/admin/called-off-sales/{saleId}")
    CalledOffSale callOff(@PathVariable long saleId, @Valid @RequestBody WhatOfUnits units) {
        if (saleId <= 0) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "No sale has this id.");
        }
        if (!rows.hasOrders(saleId) && !exists(saleId)) {
            throw new ProblemException(ProblemType.SALE_NOT_FOUND, "There is no sale " + saleId + ".");
        }
        rows.callOff(saleId, units.unitsBack());
        notices.tell();
        callingOff.wake();
        return progress(saleId);
    }

    /** Asks stock-service. What is called off stays so, and a sale may get the id later. */
    private boolean exists(long saleId) {
        try {
            return !sales.of(List.of(saleId)).sales().isEmpty();
        } catch (RestClientException unreachable) {
            throw new ProblemException(
                    ProblemType.SERVICE_UNAVAILABLE, "Whether there is such a sale cannot be told now: try again.");
        }
    }

    @ApiCall(value = "How far the calling off of a sale is", refusals = ProblemType.NOT_FOUND)
    @GetMapping("/api/admin/called-off-sales/{saleId}")
    CalledOffSale progress(@PathVariable long saleId) {
        CalledOff sale = rows.find(saleId)
                .orElseThrow(() -> new ProblemException(ProblemType.NOT_FOUND, "This sale was not called off."));
        return CalledOffSale.of(sale, rows.progress(saleId));
    }
}
