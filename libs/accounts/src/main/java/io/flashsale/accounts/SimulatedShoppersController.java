package io.flashsale.accounts;

import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.io.IOException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Creates crowds for load tests. If the setting forbids them, this address does not exist. */
@RestController
@ConditionalOnProperty("flashsale.accounts.simulated-shoppers")
class SimulatedShoppersController {

    private static final int MAX_COUNT = 100_000;

    private final SimulatedShoppers shoppers;

    SimulatedShoppersController(SimulatedShoppers shoppers) {
        this.shoppers = shoppers;
    }

    record CrowdRequest(@NotNull @Min(1) @Max(MAX_COUNT) Integer count) {}

    /** Streams on the request's own virtual thread; an asynchronous answer would have a time-out. */
    @ApiCall(
            value = "Make shoppers for a load test: a line of JSON for each, with its token",
            streams = MediaType.APPLICATION_NDJSON_VALUE,
            refusals = ProblemType.INVALID_REQUEST)
    @PostMapping(path = "/api/admin/shoppers", produces = MediaType.APPLICATION_NDJSON_VALUE)
    void make(@Valid @RequestBody CrowdRequest crowd, HttpServletResponse response) throws IOException {
        response.setContentType(MediaType.APPLICATION_NDJSON_VALUE);
        response.setHeader(HttpHeaders.CACHE_CONTROL, CacheControl.noStore().getHeaderValue());
        shoppers.make(crowd.count(), response.getOutputStream());
    }
}
