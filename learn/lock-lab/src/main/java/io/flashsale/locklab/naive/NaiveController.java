package io.flashsale.locklab.naive;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.net.URI;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/lab/naive/sales")
class NaiveController {

    private static final long MAX_STOCK = 10_000_000;
    private static final long MAX_CENTS = 1_000_000_000;

    private final NaiveTable table;
    private final NaivePurchase purchase;

    NaiveController(NaiveTable table, NaivePurchase purchase) {
        this.table = table;
        this.purchase = purchase;
    }

    record NewSale(
            @NotBlank @Size(max = 120) String title,
            @NotNull @Min(0) @Max(MAX_CENTS) Long priceCents,
            @NotNull @Min(0) @Max(MAX_STOCK) Long initialStock) {}

    record Queued(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId, String status) {}

    @PostMapping
    ResponseEntity<NaiveSale> create(@Valid @RequestBody NewSale sale) {
        String title = sale.title().strip();
        long id = table.create(title, sale.priceCents(), sale.initialStock());
        return ResponseEntity.created(URI.create("/api/lab/naive/sales/" + id))
                .body(new NaiveSale(id, title, sale.priceCents(), sale.initialStock(), sale.initialStock()));
    }

    @GetMapping("/{id}")
    ResponseEntity<NaiveSale> sale(@PathVariable long id) {
        return Problems.found(table.find(id), ProblemType.SALE_NOT_FOUND);
    }

    /** Responds as stock-service does, so that the same load test runs against both. */
    @PostMapping("/{id}/reservations")
    ResponseEntity<Queued> reserve(@PathVariable long id, Shopper shopper) throws InterruptedException {
        return switch (purchase.buy(id, shopper.id())) {
            case NaiveOutcome.Accepted(long orderId) ->
                ResponseEntity.accepted().body(new Queued(orderId, "QUEUED"));
            case NaiveOutcome.SoldOut _ -> Problems.answer(Problems.of(ProblemType.SOLD_OUT));
            case NaiveOutcome.AlreadyPurchased(long orderId) -> {
                ProblemDetail problem = Problems.of(ProblemType.ALREADY_PURCHASED);
                problem.setProperty("orderId", Long.toString(orderId));
                yield Problems.answer(problem);
            }
            case NaiveOutcome.NoSuchSale _ -> Problems.answer(Problems.of(ProblemType.SALE_NOT_FOUND));
        };
    }
}
