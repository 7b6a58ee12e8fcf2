package io.flashsale.coupon.template;

import io.flashsale.commons.listing.EncodedPage;
import io.flashsale.commons.listing.ListFilter;
import io.flashsale.commons.listing.PageQuery;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.contracts.problem.ProblemType;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

@RestController
class CouponController {

    private static final ListFilter<CouponTemplate> ALL = template -> true;

    private final TemplateCatalogue catalogue;
    private final JsonMapper json;
    private final Clock clock;

    CouponController(TemplateCatalogue catalogue, JsonMapper json, Clock clock) {
        this.catalogue = catalogue;
        this.json = json;
        this.clock = clock;
    }

    @ApiCall(
            value = "Coupons that can be claimed, will be, or could be lately, page by page: the header Link has the"
                    + " next page",
            refusals = {ProblemType.INVALID_REQUEST, ProblemType.SERVICE_UNAVAILABLE})
    @ApiResponse(
            responseCode = "200",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            array = @ArraySchema(schema = @Schema(implementation = TemplateView.class))))
    @GetMapping("/api/coupons")
    ResponseEntity<byte[]> list(
            @RequestParam(required = false) @Nullable String after,
            @RequestParam(required = false) @Nullable Integer size,
            @RequestHeader(name = HttpHeaders.ACCEPT_ENCODING, defaultValue = "") String encodings) {
        boolean bare = after == null && size == null;
        PageQuery<CouponTemplate> query = bare ? PageQuery.whole(ALL) : PageQuery.of(ALL, after, size);
        EncodedPage page = catalogue.listed().page(query, templates -> encoded(templates, bare));
        Map<String, @Nullable Object> next = new LinkedHashMap<>();
        next.put("size", query.nextSize());
        return page.answer(clock.instant(), encodings, "/api/coupons", next);
    }

    /** @param timed whether each template says at what time the list was made */
    private byte[] encoded(List<CouponTemplate> templates, boolean timed) {
        Instant now = clock.instant();
        return json.writeValueAsBytes(templates.stream()
                .map(template -> {
                    long remaining = catalogue.remaining(template);
                    return timed
                            ? TemplateView.of(template, remaining, now)
                            : TemplateView.untimed(template, remaining, now);
                })
                .toList());
    }
}
