package io.flashsale.stock.catalogue;

import static java.util.stream.Collectors.toMap;

import io.flashsale.admission.spring.RemainingUnits;
import io.flashsale.commons.listing.EncodedPage;
import io.flashsale.commons.listing.PageQuery;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.stock.catalogue.ListedSale.Phase;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

@RestController
@RequestMapping("/api/sales")
class SaleController {

    private final SaleCatalogue catalogue;
    private final RemainingUnits remaining;
    private final JsonMapper json;
    private final Clock clock;

    SaleController(SaleCatalogue catalogue, RemainingUnits remaining, JsonMapper json, Clock clock) {
        this.catalogue = catalogue;
        this.remaining = remaining;
        this.json = json;
        this.clock = clock;
    }

    @ApiCall(
            value = "Sales that run, will run or ran lately, page by page: the header Link has the next page",
            refusals = {ProblemType.INVALID_REQUEST, ProblemType.SERVICE_UNAVAILABLE})
    @ApiResponse(
            responseCode = "200",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            array = @ArraySchema(schema = @Schema(implementation = SaleView.class))))
    @GetMapping
    ResponseEntity<byte[]> list(
            @RequestParam(required = false) @Nullable String q,
            @RequestParam(required = false) @Nullable Phase state,
            @RequestParam(required = false) @Nullable String after,
            @RequestParam(required = false) @Nullable Integer size,
            @RequestHeader(name = HttpHeaders.ACCEPT_ENCODING, defaultValue = "") String encodings) {
        boolean bare = q == null && state == null && after == null && size == null;
        SaleFilter filter = SaleFilter.of(q, state);
        PageQuery<ListedSales.Found> query = bare ? PageQuery.whole(filter) : PageQuery.of(filter, after, size);
        EncodedPage page = catalogue.listed().page(query, found -> encoded(found, bare));
        Map<String, @Nullable Object> next = new LinkedHashMap<>();
        next.put("q", q);
        next.put("state", state);
        next.put("size", query.nextSize());
        return page.answer(clock.instant(), encodings, "/api/sales", next);
    }

    /** @param timed whether each sale says at what time the list was made */
    private byte[] encoded(List<ListedSales.Found> found, boolean timed) {
        Instant now = clock.instant();
        List<Long> ids = found.stream().map(ListedSales.Found::id).toList();
        Map<Long, SaleWithStock> sales = byId(ids);
        Map<Long, SaleWithStock> variants = byId(sales.values().stream()
                .flatMap(sale -> sale.variants().stream())
                .toList());
        List<SaleView> views = ids.stream()
                .map(sales::get)
                .filter(Objects::nonNull)
                .map(sale -> {
                    List<SaleWithStock> its = sale.variants().stream()
                            .map(variants::get)
                            .filter(Objects::nonNull)
                            .toList();
                    return timed ? SaleView.of(sale, its, remaining, now) : SaleView.untimed(sale, its, remaining, now);
                })
                .toList();
        return json.writeValueAsBytes(views);
    }

    private Map<Long, SaleWithStock> byId(List<Long> ids) {
        return catalogue.findAll(Set.copyOf(ids)).stream().collect(toMap(SaleWithStock::id, Function.identity()));
    }

    @ApiCall(value = "One sale", refusals = ProblemType.SALE_NOT_FOUND)
    @GetMapping("/{id}")
    ResponseEntity<SaleView> show(@PathVariable long id) {
        return Problems.found(
                catalogue
                        .find(id)
                        .map(sale -> SaleView.of(sale, catalogue.variantsOf(sale), remaining, clock.instant())),
                ProblemType.SALE_NOT_FOUND);
    }
}
