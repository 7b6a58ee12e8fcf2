package io.flashsale.gateway.routing;

import static io.flashsale.commons.testing.OutsideClient.assertHeader;
import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.FakeService.Call;
import io.flashsale.gateway.support.GatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("StringConcatToTextBlock") // these tests are about line ends
class ForwardingTests extends GatewayTest {

    private static final String LOGIN = "/api/login";

    private Call received() {
        return ORDER.calls(LOGIN).getFirst();
    }

    @Nested
    class Requests {

        @Test
        void keepBodyAndContentType() {
            String body = "{\"username\":\"小明\",\"password\":\"x\"}";
            client.post(LOGIN, null, body, "Content-Type", "application/json");
            assertThat(received().body()).isEqualTo(body);
            assertThat(received().headers().getFirst("Content-Type")).isEqualTo("application/json");
        }

        @Test
        void ofFormsKeepTheirBodyAndDoNotLeakIntoTheAddress() {
            client.post(LOGIN, null, "username=a&password=secret", "Content-Type", "application/x-www-form-urlencoded");
            assertThat(received().body()).isEqualTo("username=a&password=secret");
        }

        @Test
        void carryTheCorrelationId() {
            HttpResponse<String> answer = client.post(LOGIN, null, "{}", "X-Correlation-Id", "given-by-me-1");
            assertThat(received().headers().get("X-Correlation-Id")).containsExactly("given-by-me-1");
            assertThat(answer.headers().allValues("X-Correlation-Id")).containsExactly("given-by-me-1");
            ORDER.calls().clear();
            answer = client.post(LOGIN, null, "{}");
            assertThat(received().headers().get("X-Correlation-Id"))
                    .containsExactlyElementsOf(answer.headers().allValues("X-Correlation-Id"));
        }

        @Test
        void doNotCarryWhatBelongsToTheConnectionOrPretends() {
            client.raw("POST /api/login HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 2\r\n"
                    + "Connection: close, X-Secret-Hop\r\nX-Secret-Hop: 1\r\nTE: trailers\r\nKeep-Alive: 5\r\n"
                    + "Proxy-Authorization: x\r\nUpgrade: h2c\r\nX-Forwarded-For: 1.2.3.4\r\n"
                    + "X-Forwarded-Proto: https\r\nForwarded: for=1.2.3.4\r\nX-Real-IP: 1.2.3.4\r\n"
                    + "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\ntracestate: a=b\r\n"
                    + "X-Other: stays\r\nCookie: a=b\r\n\r\n{}");
            assertThat(received().headers().keySet())
                    .contains("X-other")
                    .doesNotContain("Cookie", "X-secret-hop", "Te", "Keep-alive", "Proxy-authorization", "Upgrade")
                    .doesNotContain("X-forwarded-proto", "Forwarded", "X-real-ip", "Traceparent", "Tracestate");
            assertThat(received().headers().get("X-Forwarded-For")).containsExactly("127.0.0.1");
            assertThat(received().headers().getFirst("Host")).startsWith("127.0.0.1:");
        }
    }

    @Nested
    class Answers {

        @Test
        void comeBackUnchanged() {
            String problem = "{\"type\":\"/problems/unsupported-media-type\"}";
            String[] headers = {
                "Set-Cookie", "a=1; Path=/",
                "Set-Cookie", "b=2; HttpOnly",
                "Location", "/api/orders/1",
                "X-Sale-State", "SOLD_OUT",
                "X-Correlation-Id", "of-the-service-1"
            };
            ORDER.on(LOGIN, FakeService.json(415, problem, headers));
            HttpResponse<String> answer = client.post(LOGIN, null, "{}");
            assertStatus(answer, 415);
            assertThat(answer.body()).isEqualTo(problem);
            assertHeader(answer, "Content-Type", "application/problem+json");
            assertThat(answer.headers().allValues("Set-Cookie")).containsExactly("a=1; Path=/", "b=2; HttpOnly");
            assertHeader(answer, "Location", "/api/orders/1");
            assertThat(answer.headers().firstValue("X-Sale-State")).isEmpty();
            assertThat(answer.headers().allValues("X-Correlation-Id")).hasSize(1);
        }

        @ParameterizedTest
        @ValueSource(ints = {204, 304, 302, 500, 503})
        void comeBackWithWhateverStatus(int status) {
            ORDER.on(LOGIN, FakeService.json(status, ""));
            assertThat(client.post(LOGIN, null, "{}").statusCode()).isEqualTo(status);
        }

        @Test
        void arriveWhileTheServiceStillMakesThem() throws Exception {
            CountDownLatch firstArrived = new CountDownLatch(1);
            ORDER.on("/api/admin/shoppers", exchange -> {
                exchange.getResponseHeaders().set("Content-Type", "application/x-ndjson");
                exchange.sendResponseHeaders(200, 0);
                try (OutputStream body = exchange.getResponseBody()) {
                    for (int batch = 1; batch <= 2; batch++) {
                        body.write((batch + ".".repeat(100_000) + "\n").getBytes(StandardCharsets.US_ASCII));
                        body.flush();
                        firstArrived.await();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            try (HttpClient http = HttpClient.newHttpClient()) {
                HttpRequest request = client.request(
                        "POST", "/api/admin/shoppers", SignedTokens.admin(), BodyPublishers.ofString("{\"count\":2}"));
                InputStream lines = http.send(request, HttpResponse.BodyHandlers.ofInputStream())
                        .body();
                assertThat(lines.read()).isEqualTo('1');
                firstArrived.countDown();
                assertThat(lines.readAllBytes()).hasSize(2 * 100_002 - 1).contains('2');
            }
        }

        @Test
        void toHeadHaveALengthAndNoBody() {
            STOCK.on("/api/sales", exchange -> {
                exchange.getResponseHeaders().set("Content-Length", "1234");
                exchange.sendResponseHeaders(200, -1);
                exchange.close();
            });
            HttpResponse<String> answer = send("HEAD", "/api/sales", SignedTokens.shopper(1));
            assertStatus(answer, 200);
            assertHeader(answer, "Content-Length", "1234");
        }

        @Test
        void thatBreakOffAreSeenToBeBrokenOff() {
            breakingOff(200_000, 100_000);
            assertThatThrownBy(() -> client.get("/api/sales", null)).isInstanceOf(UncheckedIOException.class);
        }

        @Test
        void thatBreakOffBeforeTheCallerHasGotAnythingAreAProblem() {
            breakingOff(100_000, 50_000);
            HttpResponse<String> answer = client.get("/api/sales", null);
            assertProblem(answer, 503, "service-unavailable");
            assertThat(header(answer, "X-Correlation-Id")).isNotEmpty();
        }

        private void breakingOff(int announced, int sent) {
            STOCK.on("/api/sales", exchange -> {
                exchange.sendResponseHeaders(200, announced);
                exchange.getResponseBody().write(new byte[sent]);
                exchange.getResponseBody().flush();
                throw new java.io.IOException("broken off by the test");
            });
        }
    }

    @Nested
    class Bodies {

        private static final int MAX_BYTES = 64 * 1024;

        @Test
        void areRefusedAboveTheLargestSize() {
            assertStatus(client.post(LOGIN, null, "x".repeat(MAX_BYTES)), 200);
            assertThat(received().body()).hasSize(MAX_BYTES);
            ORDER.calls().clear();
            assertProblem(client.post(LOGIN, null, "x".repeat(MAX_BYTES + 1)), 413, "payload-too-large");
            assertProblem(client.send("POST", LOGIN, null, chunked(MAX_BYTES + 1)), 413, "payload-too-large");
            assertThat(ORDER.calls()).isEmpty();
        }

        @Test
        void inChunksPassWithALength() {
            assertStatus(client.send("POST", LOGIN, null, chunked(1000)), 200);
            assertThat(received().headers().getFirst("Content-Length")).isEqualTo("1000");
            assertThat(received().headers().getFirst("Transfer-Encoding")).isNull();
        }

        @Test
        void ofOptionsNeedAType() {
            for (int bytes : new int[] {0, 2}) {
                HttpResponse<String> answer =
                        client.send("OPTIONS", "/api/sales", SignedTokens.shopper(1), chunked(bytes));
                assertProblem(answer, 415, "unsupported-media-type");
            }
            assertThat(STOCK.calls()).isEmpty();
        }

        @Test
        void areNotWaitedForWhenTheyAreTooLarge() {
            String answer = client.raw("POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n"
                    + "Expect: 100-continue\r\n\r\n");
            assertThat(answer).startsWith("HTTP/1.1 413").doesNotContain("100 Continue");
        }
    }

    @Nested
    class Smuggling {

        @Test
        void byLengthAndChunksNeverReachesAService() {
            client.raw("POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n"
                    + "\r\n0\r\n\r\nGET /internal/thing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            assertThat(ORDER.calls()).noneMatch(call -> call.target().contains("internal"));
            assertThat(STOCK.calls()).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "Transfer-Encoding: xchunked", "Transfer-Encoding : chunked",
                    "Bad Name: x", "Content-Length: 2\r\nContent-Length: 40",
                })
        void byOddHeadersDoesNotReachAServiceAsSuch(String header) {
            String answer =
                    client.raw("POST /api/login HTTP/1.1\r\nHost: x\r\n" + header + "\r\nConnection: close\r\n\r\n");
            assertThat(answer).matches("(?s)HTTP/1.1 (400|501).*");
            assertThat(ORDER.calls()).isEmpty();
        }

        @Test
        void byAnAddressInTheRequestLineLeadsToOurService() {
            String answer = client.raw(
                    "GET http://shop.example/api/sales HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n");
            assertThat(answer).startsWith("HTTP/1.1 200");
            assertThat(STOCK.calls()).extracting(Call::target).containsExactly("/api/sales");
        }

        @Test
        void ofHugeHeadersIsRefused() {
            assertThat(rawGet("/api/sales", "X-Big: " + "x".repeat(20_000))).startsWith("HTTP/1.1 400");
            assertThat(STOCK.calls()).isEmpty();
        }
    }
}
