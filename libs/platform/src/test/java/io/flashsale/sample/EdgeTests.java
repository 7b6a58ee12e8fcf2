package io.flashsale.sample;

import static io.flashsale.commons.testing.OutsideClient.assertHeader;
import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static io.flashsale.sample.SampleService.KEYS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jwt.JWTClaimsSet;
import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.testing.Keys;
import io.flashsale.commons.testing.OutsideClient;
import io.flashsale.commons.testing.RecordedLog;
import io.flashsale.commons.testing.TestKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(
        classes = SampleService.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = "flashsale.service.hosts=service.internal.example")
class EdgeTests {

    @LocalServerPort
    private int port;

    private OutsideClient http = new OutsideClient(0);

    @BeforeEach
    void connect() {
        http = new OutsideClient(port);
    }

    @Test
    void tellsTheLengthOfJson() {
        HttpResponse<String> answer = http.get("/api/me", KEYS.token("SHOPPER"));
        assertHeader(answer, "Content-Length", Integer.toString(answer.body().length()));
    }

    @Nested
    class TokenCheck {

        @Test
        void letsAValidTokenIn() {
            HttpResponse<String> answer = http.get("/api/me", KEYS.token("SHOPPER"));
            assertStatus(answer, 200);
            assertThat(answer.body()).contains("\"id\":\"42\"");
        }

        @Test
        void asksWhoHasNoTokenToLogIn() {
            HttpResponse<String> answer = http.get("/api/me", null);
            assertProblem(answer, 401, "unauthenticated");
            assertHeader(answer, "WWW-Authenticate", "Bearer");
            assertThat(answer.headers().firstValue("X-Correlation-Id")).isPresent();
        }

        static Stream<Arguments> badTokens() {
            JWTClaimsSet good = Keys.claims("SHOPPER").build();
            Date past = Date.from(Instant.now().minusSeconds(60));
            Date future = Date.from(Instant.now().plusSeconds(60));
            String valid = KEYS.token("SHOPPER");
            return Stream.of(
                    Arguments.of("alg none", Keys.unsigned(good)),
                    Arguments.of("alg none with the signature of another", noneWithSignature(valid)),
                    Arguments.of("foreign key", new Keys(TestKeys.second("foreign")).sign(good)),
                    Arguments.of("foreign key with our key's id", new Keys(TestKeys.second("current")).sign(good)),
                    Arguments.of("our public key as secret", KEYS.signedWithPublicKeyAsSecret(good)),
                    Arguments.of("another algorithm", KEYS.sign(good, JWSAlgorithm.RS512)),
                    Arguments.of("changed payload", changedPayload(valid)),
                    Arguments.of("cut off", valid.substring(0, valid.length() - 20)),
                    signed("expired", claims -> claims.expirationTime(past)),
                    signed("without expiry", claims -> claims.expirationTime(null)),
                    signed("not valid yet", claims -> claims.notBeforeTime(future)),
                    signed("another issuer", claims -> claims.issuer("other")),
                    signed("subject that is no account", claims -> claims.subject("42 or 1=1")),
                    signed("without subject", claims -> claims.subject(null)),
                    signed("for nobody", claims -> claims.audience((String) null)),
                    signed(
                            "a person's, for a service",
                            claims -> claims.claim("role", "ADMIN").audience("sample-service")),
                    Arguments.of("no token at all", "nonsense"),
                    Arguments.of("characters that no token has", "a b,c"),
                    Arguments.of("emptiness", ""));
        }

        private static Arguments signed(String what, UnaryOperator<JWTClaimsSet.Builder> change) {
            return Arguments.of(
                    what, KEYS.sign(change.apply(Keys.claims("SHOPPER")).build()));
        }

        private static String noneWithSignature(String valid) {
            String[] parts = valid.split("\\.", -1);
            return Keys.unsigned(Keys.claims("ADMIN").build()) + parts[2];
        }

        private static String changedPayload(String valid) {
            String[] parts = valid.split("\\.", -1);
            String admin = Keys.unsigned(Keys.claims("ADMIN").build()).split("\\.", -1)[1];
            return parts[0] + "." + admin + "." + parts[2];
        }

        @ParameterizedTest(name = "{0}")
        @MethodSource("badTokens")
        void refuses(String what, String token) {
            assertProblem(http.get("/api/me", token), 401, "unauthenticated");
            assertProblem(http.get("/api/public/1", token), 401, "unauthenticated");
        }

        @Test
        void takesATokenFromNowhereButTheHeader() {
            assertProblem(http.get("/api/me?access_token=" + KEYS.token("SHOPPER"), null), 401, "unauthenticated");
        }

        @Test
        void readsTheSchemeInAnyCase() {
            assertStatus(http.get("/api/me", null, "Authorization", "bearer " + KEYS.token("SHOPPER")), 200);
            for (String other : List.of("Bearer" + KEYS.token("SHOPPER"), "Basic YTpi")) {
                assertProblem(http.get("/api/me", null, "Authorization", other), 401, "unauthenticated");
            }
        }
    }

    @Nested
    class Roles {

        @ParameterizedTest
        @CsvSource({
            "SHOPPER, /api/admin/thing, 403",
            "ADMIN, /api/admin/thing, 200",
            "SERVICE, /api/admin/thing, 403",
            "SHOPPER, /internal/thing, 403",
            "ADMIN, /internal/thing, 403",
            "SERVICE, /internal/thing, 200",
            "SHOPPER, /api/%61dmin/thing, 403",
        })
        void decideWhoMayCallWhat(String role, String path, int status) {
            HttpResponse<String> answer = http.get(path, KEYS.token(role));
            assertStatus(answer, status);
            if (status == 403) {
                assertProblem(answer, 403, "forbidden");
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"shop", "another-service"})
        void ofServicesOpenNothingWithATokenThatIsForSomethingElse(String audience) {
            for (String role : List.of("SERVICE", "GATEWAY")) {
                String token = KEYS.sign(Keys.claims(role).audience(audience).build());
                assertProblem(http.get("/internal/thing", token), 401, "unauthenticated");
                assertProblem(http.get("/api/me", token), 401, "unauthenticated");
            }
        }

        @Test
        void ofServicesAreFoundInATokenForSeveral() {
            List<String> several = List.of("another-service", "sample-service");
            String token = KEYS.sign(Keys.claims("SERVICE").audience(several).build());
            assertStatus(http.get("/internal/thing", token), 200);
            assertProblem(http.get("/api/me", token), 403, "forbidden");
        }

        @Test
        void areNeededAlsoWithoutAnyRoleInTheToken() {
            String noRole = KEYS.sign(Keys.claims("x").claim("role", null).build());
            assertProblem(http.get("/api/admin/thing", noRole), 403, "forbidden");
        }
    }

    @Nested
    class ProblemDetails {

        @Test
        void nameWhatIsNotThereAndBadInput() {
            String token = KEYS.token("SHOPPER");
            assertProblem(http.get("/api/nothing", token), 404, "not-found");
            assertProblem(http.get("/META-INF/MANIFEST.MF", null), 404, "not-found");
            assertProblem(http.get("/error", null), 404, "not-found");
            assertProblem(order("application/x-www-form-urlencoded", "units=%zz&%%%"), 400, "invalid-request");
            assertProblem(http.get("/api/public/abc", null), 400, "invalid-request");
            assertProblem(order("application/json", "{\"units\":"), 400, "invalid-request");
            HttpResponse<String> fraction = order("application/json", "{\"units\":7.9}");
            assertProblem(fraction, 400, "invalid-request");
            assertThat(fraction.body()).contains("\"detail\":\"units cannot be read as what this call expects.\"");
            assertProblem(order("text/plain", "units=1"), 415, "unsupported-media-type");
            assertProblem(http.post("/api/me", token, ""), 405, "method-not-allowed");
            assertProblem(http.get("/api/public/1", null, "Accept", "image/png"), 406, "not-acceptable");
        }

        @Test
        void nameHalvesOfCharacters() {
            for (String half : List.of("\\ud83d", "\\ude00", "a\\ud83d b", "\\ude00\\ud83d", "\\ud83d\\ude00\\ud83d")) {
                HttpResponse<String> answer = order("application/json", noted(half));
                assertProblem(answer, 400, "invalid-request");
                assertThat(answer.body()).contains("\"detail\":\"note cannot");
            }
            for (String whole : List.of("", "a", "\\ud83d\\ude00", "a\ud83d\ude00b\\ud83d\\ude00")) {
                assertStatus(order("application/json", noted(whole)), 200);
            }
        }

        private static String noted(String note) {
            return "{\"units\":1,\"note\":\"" + note + "\"}";
        }

        private HttpResponse<String> order(String type, String body) {
            return http.post("/api/orders", KEYS.token("SHOPPER"), body, "Content-Type", type);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "*/*", "application/*", "application/*+json",
                    "multipart/form-data", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded",
                    "application/x-www-form-urlencoded; charset=none-such", "nonsense", ";",
                    "application/json; charset=none-such", "application/json; charset=\"", "/"
                })
        void nameAContentTypeThatSaysNothingOrTheWrongThing(String type) {
            assertProblem(order(type, "units=1"), 415, "unsupported-media-type");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "image/png", "application/xml", "text/event-stream", "text/html;q=0.9",
                    "*/json", "application/json;q=0", "*/*;q=2", "*/*;q=x",
                    "nonsense", ";", ",", "/",
                    "application/json; charset=\""
                })
        void areReadableWhateverWasAskedFor(String accepted) {
            String token = KEYS.token("SHOPPER");
            assertReadable(http.get("/api/nothing", token, "Accept", accepted));
            assertReadable(http.get("/api/public/abc", null, "Accept", accepted));
            assertReadable(http.get("/api/public/known-problem", null, "Accept", accepted));
            assertReadable(http.get("/api/public/fault", null, "Accept", accepted));
            assertReadable(http.get("/api/admin/thing", token, "Accept", accepted));
            assertReadable(http.get("/api/me", null, "Accept", accepted));
            assertReadable(http.post("/api/me", token, "", "Accept", accepted));
            assertReadable(
                    http.post("/api/orders", token, "{", "Accept", accepted, "Content-Type", "application/json"));
        }

        private static void assertReadable(HttpResponse<String> answer) {
            assertThat(answer.statusCode()).isGreaterThanOrEqualTo(400);
            assertHeader(answer, "Content-Type", "application/problem+json");
            assertThat(answer.body()).contains("\"type\":\"/problems/").contains("\"status\":" + answer.statusCode());
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "GET /api/\\public HTTP/1.1|Host: x",
                    "GET /api/public/1{} HTTP/1.1|Host: x",
                    "GET /api/public/%zz HTTP/1.1|Host: x",
                    "GET /api/public/%00 HTTP/1.1|Host: x",
                    "GET nonsense HTTP/1.1|Host: x",
                    "GET /api/public/1 HTTP/1.1",
                    "GET /api/public/1 HTTP/1.1|Host: a b",
                    "GET /api/public/1 HTTP/1.1|Host: x|Host: y",
                    "GET /api/public/1 HTTP/1.1|Host: x|Bad Name: y",
                    "GET /api/public/1 HTTP/1.1|Host: x|: y",
                    "GET /api/public/1 HTTP/7.3|Host: x",
                    "G(T /api/public/1 HTTP/1.1|Host: x",
                    "TRACE /api/public/1 HTTP/1.1|Host: x",
                    "POST /api/orders HTTP/1.1|Host: x|Transfer-Encoding: xchunked",
                    "POST /api/orders HTTP/1.1|Host: x|Transfer-Encoding: chunked, chunked",
                    "POST /api/orders HTTP/1.1|Host: x|Content-Length: -1",
                    "POST /api/orders HTTP/1.1|Host: x|Content-Length: 1|Content-Length: 2",
                })
        void nameWhatTheServerRefusesByItself(String request) throws IOException {
            assertThat(raw(request, "127.0.0.1"))
                    .matches("(?s)HTTP/1.1 4\\d\\d .*")
                    .contains("application/problem+json", "\"type\":\"/problems/")
                    .doesNotContainIgnoringCase("<html");
        }

        /** A page of such a host could log in and read the answers, if its name leads to this machine. */
        @ParameterizedTest
        @ValueSource(strings = {"evil.example", "evil.example:8082", "127.0.0.1.evil.example"})
        void areNotAnsweredForAForeignHost(String host) throws IOException {
            for (String request :
                    List.of("GET /api/public/1 HTTP/1.1|", "POST /api/orders HTTP/1.1|Content-Length: 0|")) {
                assertThat(raw(request + "Host: " + host, "127.0.0.1"))
                        .startsWith("HTTP/1.1 421")
                        .contains("/problems/misdirected-request");
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"localhost:8082", "127.0.0.1", "[::1]:8082", "order-service", "service.internal.example"})
        void areAnsweredForNamesOfTheService(String host) throws IOException {
            assertThat(raw("GET /api/public/1 HTTP/1.1|Host: " + host, "127.0.0.1"))
                    .doesNotStartWith("HTTP/1.1 421");
        }

        private String raw(String request, String from) throws IOException {
            String head = request.replace("|", "\r\n") + "\r\nConnection: close\r\n\r\n";
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(from), 0)) {
                socket.setSoTimeout(120_000);
                socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
                return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            }
        }

        @RegisterExtension
        private final RecordedLog security = new RecordedLog(SecurityLog.NAME);

        /** The log names an address once in ten seconds. If the requests take longer, they come again from another. */
        @Test
        void areTheSecurityLogsOnceForAllThatOneAddressSends() throws IOException {
            String from;
            long begin;
            int network = 0;
            do {
                from = "127.0." + network++ + ".9";
                begin = System.nanoTime();
                for (int i = 0; i < 5; i++) {
                    raw("GET /api/public/1 HTTP/1.1|Host: x|Bad Name: y", from);
                    raw("GET /api/\\public HTTP/1.1|Host: x", from);
                    raw("POST /api/orders HTTP/1.1|Host: x|Content-Type: */*|Content-Length: 0", from);
                }
            } while (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(10) && network < 100);
            String address = " address=" + from + " ";
            assertThat(security.lines())
                    .filteredOn(line -> line.contains(address))
                    .singleElement()
                    .asString()
                    .startsWith("MALFORMED account=0" + address + "GET /api/public/1 ");
        }

        @Test
        void carryTheDetailOfAKnownProblem() {
            HttpResponse<String> answer = http.get("/api/public/known-problem", null);
            assertProblem(answer, 404, "sale-not-found");
            assertThat(answer.body()).contains("Look at the list of sales.");
        }

        @Test
        @ExtendWith(OutputCaptureExtension.class)
        void sayNothingOfInternalsWhichTheLogHas(CapturedOutput output) {
            HttpResponse<String> answer = http.get("/api/public/fault", null);
            assertProblem(answer, 500, "internal-error");
            assertThat(answer.body()).doesNotContain("secret", "Exception");
            assertThat(output.getAll()).contains("unexpected fault while answering", "/api/public/fault", "secret");
        }

        /** What Spring has no exception of its own for. */
        @ParameterizedTest(name = "{3}: {0} {1}")
        @CsvSource({
            "08S01, 1053, 503, shutdown",
            "70100, 1317, 503, killed statement",
            "70100, 1927, 503, killed connection",
            "HY000, 4031, 503, closed connection",
            "HY000, 1290, 503, read-only",
            "HY000, 1836, 503, read-only",
            "HY000, 3032, 503, offline",
            "HY000, 1366, 500, wrong value",
            "42S02, 1146, 500, no such table"
        })
        void tellAnOutageOfTheDatabaseFromAFault(String state, int error, int status, String what) {
            HttpResponse<String> answer = http.get("/api/public/database-fault/" + state + "/" + error, null);
            assertProblem(answer, status, status == 503 ? "service-unavailable" : "internal-error");
            assertThat(answer.headers().firstValue("Retry-After").isPresent())
                    .as(what)
                    .isEqualTo(status == 503);
            assertThat(answer.body()).doesNotContain("secret", "SQL");
        }

        @Test
        void areNotAppendedToAnAnswerThatHasBegun() {
            assertThatThrownBy(() -> http.get("/api/public/half", null)).isInstanceOf(UncheckedIOException.class);
        }
    }

    @Nested
    class CorrelationId {

        private String sent(@Nullable String given) {
            String[] headers = given == null ? new String[0] : new String[] {"X-Correlation-Id", given};
            HttpResponse<String> answer = http.get("/api/me", KEYS.token("SHOPPER"), headers);
            String id = answer.headers().firstValue("X-Correlation-Id").orElseThrow();
            assertThat(answer.body()).contains("\"correlationId\":\"" + id + "\"");
            return id;
        }

        @Test
        void isMadeForWhoHasNone() {
            assertThat(sent(null)).matches("[0-9a-f]{16}").isNotEqualTo(sent(null));
        }

        @ParameterizedTest
        @CsvSource({"short", "with space 123", "'{\"json\":\"1234\"}'", "'${jndi:x}12345'"})
        void ofTheCallerIsReplacedUnlessItIsWellFormed(String given) {
            assertThat(sent("my-request-0001")).isEqualTo("my-request-0001");
            assertThat(sent(given)).matches("[0-9a-f]{16}");
        }
    }
}
