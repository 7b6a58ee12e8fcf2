package io.flashsale.gateway.routing;

import static io.flashsale.commons.testing.OutsideClient.assertHeader;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.security.TokenHolder;
import io.flashsale.contracts.session.EndedSessionList;
import io.flashsale.contracts.session.EndedSessionList.Ended;
import io.flashsale.gateway.revocation.RevokedTokens;
import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@Tag("long")
class EventStreamTests extends GatewayTest {

    private static final String EVENTS = "/api/orders/7/events";

    @Autowired
    private OpenStreams openStreams = new OpenStreams(1, 1, 1);

    @Autowired
    private RevokedTokens ended = new RevokedTokens();

    private final SynchronousQueue<String> toSend = new SynchronousQueue<>();
    private final CountDownLatch gone = new CountDownLatch(1);

    private void openUpstream() {
        ORDER.on(EVENTS, exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().flush();
            try (var body = exchange.getResponseBody()) {
                for (String event = toSend.take(); !event.equals("end"); event = toSend.take()) {
                    body.write(("data: " + event + "\n\n").getBytes(StandardCharsets.UTF_8));
                    body.flush();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                gone.countDown();
            }
        });
    }

    private HttpResponse<InputStream> listen(HttpClient http, String token) throws Exception {
        return http.send(client.request("GET", EVENTS, token, BodyPublishers.noBody()), BodyHandlers.ofInputStream());
    }

    private static BufferedReader lines(HttpResponse<InputStream> answer) {
        return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    private void assertArrives(String event, BufferedReader lines) throws Exception {
        toSend.put(event);
        assertThat(lines.readLine()).isEqualTo("data: " + event);
        assertThat(lines.readLine()).isEmpty();
    }

    /** As many as the default limit, from a hundred accounts at one address. */
    @Test
    void isThereForOthersWhenOneAddressHasTakenAllItMay() throws Exception {
        List<OpenStreams.Place> taken = new ArrayList<>();
        try (HttpClient http = HttpClient.newHttpClient()) {
            for (int i = 0; i < 1_000; i++) {
                taken.add(openStreams.take(1_000L + i / 10, "127.0.0.1"));
            }
            HttpResponse<InputStream> refused = listen(http, SignedTokens.shopper(1));
            assertStatus(refused, 429);
            assertThat(header(refused, "Retry-After")).isNotEmpty();
            assertThat(openStreams.take(7L, "192.0.2.1")).isNotNull();
            taken.stream().filter(Objects::nonNull).forEach(OpenStreams.Place::close);
            ORDER.on(EVENTS, FakeService.json(404, "{}"));
            for (int i = 0; i < 30; i++) {
                assertStatus(listen(http, SignedTokens.shopper(1)), 404); // what is refused holds no place
            }
        }
    }

    @Test
    void endsWhenTheGatewayStopsSoThatNoShutdownWaitsForBrowsers() throws Exception {
        openUpstream();
        try (HttpClient http = HttpClient.newHttpClient()) {
            // Its head is here before any event.
            HttpResponse<InputStream> answer = listen(http, SignedTokens.shopper(1));
            assertHeader(answer, "Content-Type", "text/event-stream");
            BufferedReader lines = lines(answer);
            assertArrives("QUEUED", lines);
            openStreams.stop();
            assertThat(lines.readLine()).isNull();
        } finally {
            openStreams.start();
            toSend.offer("end", 1, TimeUnit.SECONDS);
        }
    }

    @Test
    void endsSoonAfterTheSessionOfWhoFollowsItAndNotThatOfAnother() throws Exception {
        openUpstream();
        try (HttpClient http = HttpClient.newHttpClient()) {
            BufferedReader lines = lines(listen(http, SignedTokens.shopper(601, "followed", 0)));
            orderServiceSaysThatItHasEnded("another");
            await().until(() -> client.get("/api/orders", SignedTokens.shopper(601, "another", 0))
                            .statusCode()
                    == 401);
            openStreams.endThoseOf(token -> ended.include(TokenHolder.of(token)));
            assertArrives("QUEUED", lines);

            orderServiceSaysThatItHasEnded("followed");
            assertThat(lines.readLine()).isNull();
        } finally {
            toSend.offer("end", 1, TimeUnit.SECONDS);
        }
    }

    private static void orderServiceSaysThatItHasEnded(String tokenId) {
        Ended session = new Ended(1, 601, tokenId, null, Instant.now().plusSeconds(600));
        ORDER.on(EndedSessionList.PATH, FakeService.ended(session));
    }

    @Test
    void isEndedTowardsTheServiceWhenTheBrowserLeaves() throws Exception {
        openUpstream();
        HttpResponse<InputStream> answer;
        try (HttpClient http = HttpClient.newHttpClient()) {
            answer = listen(http, SignedTokens.shopper(1));
            answer.body().close();
            http.shutdownNow();
        }
        // A broken connection shows at the next write: at the latest with the heartbeats of order-service.
        await().until(() -> {
            toSend.offer("heartbeat", 200, TimeUnit.MILLISECONDS);
            return gone.getCount() == 0;
        });
    }
}
