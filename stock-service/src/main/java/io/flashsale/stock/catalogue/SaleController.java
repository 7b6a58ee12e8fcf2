package io.flashsale.stock.catalogue;

import static java.util.stream.Collectors.toMap;

import io.flashsale.admission.spring.RemainingUnits;
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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
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

    /** The time of an answer whose body does not say it, so that the body stays the same while nothing changes. */
    private static final String SERVER_TIME = "Server-Time";

    private static final Pattern GZIP = Pattern.compile("(?i)(^|,)\\s*gzip\\s*(,|$|;\\s*q=(1|0\\.\\d*[1-9]))");

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
            refusals = ProblemType.INVALID_REQUEST)
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
        ListQuery query = ListQuery.of(q, state, after, size);
        SalePage page = catalogue.listed().page(query, found -> made(found, query.timed()));
        boolean gzip = GZIP.matcher(encodings).find();
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .cacheControl(CacheControl.noCache().cachePublic())
                .varyBy(HttpHeaders.ACCEPT_ENCODING)
                .eTag(page.tag() + (gzip ? "-gzip" : ""))
                .header(SERVER_TIME, clock.instant().toString());
        if (page.next() != null) {
            Map<String, @Nullable Object> parameters = new LinkedHashMap<>();
            parameters.put("q", q);
            parameters.put("state", state);
            parameters.put("size", Math.min(query.size(), ListQuery.MAX_SIZE));
            parameters.put("after", page.next());
            answer.header(HttpHeaders.LINK, NextLink.to("/api/sales", parameters));
        }
        return gzip
                ? answer.header(HttpHeaders.CONTENT_ENCODING, "gzip").body(page.compressed())
                : answer.body(page.json());
    }

    private SalePage made(ListedSales.Page page, boolean timed) {
        Instant now = clock.instant();
        Map<Long, SaleWithStock> sales = catalogue.findAll(Set.copyOf(page.ids())).stream()
                .collect(toMap(SaleWithStock::id, Function.identity()));
        List<SaleView> views = page.ids().stream()
                .map(sales::get)
                .filter(Objects::nonNull)
                .map(sale -> timed ? SaleView.of(sale, remaining, now) : SaleView.untimed(sale, remaining, now))
                .toList();
        return SalePage.of(json.writeValueAsBytes(views), page.last());
    }

    @ApiCall(value = "One sale", refusals = ProblemType.SALE_NOT_FOUND)
    @GetMapping("/{id}")
    ResponseEntity<SaleView> show(@PathVariable long id) {
        return Problems.found(
                catalogue.find(id).map(sale -> SaleView.of(sale, remaining, clock.instant())),
                ProblemType.SALE_NOT_FOUND);
    }
}
