package io.flashsale.controlroom.live;

import io.flashsale.auditor.source.StockReader;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** For administrators only, see {@code ControlRoomConfiguration}. */
@RestController
class LiveController {

    /** After this time a browser reconnects by itself; a forgotten tab does not keep the sampler running for ever. */
    private static final Duration MAX_DURATION = Duration.ofMinutes(10);

    private static final Duration HEARTBEAT = Duration.ofSeconds(10);
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    private final LiveSales sales;
    private final StockReader stock;
    private final JsonMapper json;

    LiveController(LiveSales sales, StockReader stock, JsonMapper json) {
        this.sales = sales;
        this.stock = stock;
        this.json = json;
    }

    /** Writes on the request's own virtual thread: a slow connection delays only its own viewer. */
    @GetMapping("/api/lab/live/{saleId}")
    void follow(@PathVariable long saleId, HttpServletResponse response) throws InterruptedException {
        try (LiveSales.Viewer viewer = join(saleId)) {
            response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
            response.setCharacterEncoding(StandardCharsets.UTF_8);
            response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
            response.setHeader("X-Accel-Buffering", "no");
            write(viewer.sale(), response);
        } catch (IOException viewerHasGone) {
            // the viewer has disconnected
        }
    }

    private void write(LiveSale sale, HttpServletResponse response) throws IOException, InterruptedException {
        long end = System.nanoTime() + MAX_DURATION.toNanos();
        long seen = 0;
        send(response, "retry: 2000\n\n");
        while (System.nanoTime() < end && !sale.hasEnded()) {
            LiveSale.Numbered news = sale.next(seen, HEARTBEAT);
            if (news == null) {
                send(response, ": still here\n\n");
            } else {
                seen = news.number();
                send(response, "event: snapshot\ndata: " + json.writeValueAsString(news.snapshot()) + "\n\n");
            }
        }
    }

    private static void send(HttpServletResponse response, String text) throws IOException {
        response.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        response.flushBuffer();
    }

    /** Returns one snapshot, with the first audit's result. */
    @GetMapping("/api/lab/live/{saleId}/snapshot")
    Snapshot snapshot(@PathVariable long saleId) throws InterruptedException {
        long until = System.nanoTime() + TIMEOUT.toNanos();
        LiveSale.Numbered latest = null;
        try (LiveSales.Viewer viewer = join(saleId)) {
            while ((latest == null || latest.snapshot().auditedAt() == null) && System.nanoTime() < until) {
                LiveSale.Numbered next = viewer.sale().next(latest == null ? 0 : latest.number(), HEARTBEAT);
                latest = next == null ? latest : next;
            }
        }
        if (latest == null) {
            throw new ProblemException(Problems.of(ProblemType.SERVICE_UNAVAILABLE));
        }
        return latest.snapshot();
    }

    private LiveSales.Viewer join(long saleId) {
        if (stock.levels(saleId).isEmpty()) {
            throw new ProblemException(Problems.of(ProblemType.SALE_NOT_FOUND));
        }
        return sales.join(saleId)
                .orElseThrow(() -> new ProblemException(
                        ProblemType.SERVICE_UNAVAILABLE,
                        "At most " + LiveSales.MAX_VIEWERS + " can watch at the same time."));
    }
}
