package io.flashsale.locklab.web;

import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.quota.ClientAddress;
import io.flashsale.commons.quota.Quota;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

@RestController
class RunEventsController {

    private static final int MAX_VIEWERS = 100;

    /** The limit per address (per /64 for IPv6), so that nobody takes all places. */
    static final int MAX_OF_ADDRESS = 20;

    private static final long HEARTBEAT_MILLIS = 10_000;

    private final Runs runs;
    private final JsonMapper json;
    private final Semaphore viewers = new Semaphore(MAX_VIEWERS);
    private final Quota<Object> addresses = new Quota<>();

    RunEventsController(Runs runs, JsonMapper json) {
        this.runs = runs;
        this.json = json;
    }

    /** Writes on the request's own virtual thread: a viewer with a slow connection delays only itself. */
    @GetMapping("/api/lab/runs/{id}/events")
    @ApiCall(
            value = "Follow a run: state, progress, holder, diagram, result",
            streams = MediaType.TEXT_EVENT_STREAM_VALUE,
            refusals = {ProblemType.RUN_NOT_FOUND, ProblemType.SERVICE_UNAVAILABLE})
    void follow(@PathVariable long id, HttpServletRequest request, HttpServletResponse response)
            throws InterruptedException {
        RunView run = runs.find(id).orElseThrow(() -> new ProblemException(Problems.of(ProblemType.RUN_NOT_FOUND)));
        Object address = ClientAddress.of(request.getRemoteAddr());
        enter(address);
        try {
            response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
            response.setCharacterEncoding(StandardCharsets.UTF_8);
            response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
            response.setHeader("X-Accel-Buffering", "no");
            send(response, "retry: 2000\n\n");
            Optional<LiveRun> live = runs.live(id);
            if (live.isPresent()) {
                follow(live.get().events(), response);
            } else {
                tell(run, response);
            }
        } catch (IOException viewerHasGone) {
            // the viewer has left
        } finally {
            addresses.giveBack(address, 1);
            viewers.release();
        }
    }

    private void enter(Object address) {
        if (!addresses.take(address, 1, MAX_OF_ADDRESS)) {
            throw new ProblemException(
                    ProblemType.SERVICE_UNAVAILABLE, "At most " + MAX_OF_ADDRESS + " can watch from one address.");
        }
        if (!viewers.tryAcquire()) {
            addresses.giveBack(address, 1);
            throw new ProblemException(
                    ProblemType.SERVICE_UNAVAILABLE, "At most " + MAX_VIEWERS + " can watch at the same time.");
        }
    }

    private static void follow(EventLog events, HttpServletResponse response) throws IOException, InterruptedException {
        int seen = 0;
        while (!events.hasEndedAt(seen)) {
            List<EventLog.Event> news = events.from(seen, HEARTBEAT_MILLIS);
            seen += news.size();
            StringBuilder text = new StringBuilder(news.isEmpty() ? ": still here\n\n" : "");
            news.stream()
                    .filter(event -> !event.isOutOfDate())
                    .forEach(event -> text.append(frame(event.name(), event.data())));
            send(response, text.toString());
        }
    }

    /** Reports a run that has ended, or that runs on another instance. */
    private void tell(RunView run, HttpServletResponse response) throws IOException {
        send(response, frame("state", json.writeValueAsString(Map.of("state", run.state()))));
        if (run.state().isOver()) {
            send(response, frame("result", json.writeValueAsString(run.seenBy(null))));
        }
    }

    private static String frame(String name, String data) {
        return "event: " + name + "\ndata: " + data + "\n\n";
    }

    private static void send(HttpServletResponse response, String text) throws IOException {
        response.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        response.flushBuffer();
    }
}
