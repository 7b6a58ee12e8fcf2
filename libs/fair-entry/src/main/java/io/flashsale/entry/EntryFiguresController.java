package io.flashsale.entry;

import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.entry.sale.EntrySales;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class EntryFiguresController {

    private final EntrySales sales;
    private final EntryFiguresMapper figures;

    EntryFiguresController(EntrySales sales, EntryFiguresMapper figures) {
        this.sales = sales;
        this.figures = figures;
    }

    @ApiCall(
            value = "How many entered a sale, got a ticket, bought, and let it lapse",
            refusals = ProblemType.SALE_NOT_FOUND)
    @GetMapping("/api/admin/sales/{saleId}/entry")
    ResponseEntity<EntryFigures> find(@PathVariable long saleId) {
        return sales.find(saleId).isEmpty()
                ? Problems.answer(Problems.of(ProblemType.SALE_NOT_FOUND))
                : ResponseEntity.ok(EntryFigures.of(figures.entered(saleId), figures.used(saleId)));
    }
}
