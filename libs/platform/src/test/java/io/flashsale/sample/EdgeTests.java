package io.flashsale.sample;

import static io.flashsale.sample.SampleService.KEYS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jwt.JWTClaimsSet;
import io.flashsale.commons.securitylog.SecurityLog;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(classes = SampleService.class, webEnvironment = WebEnvironment.RANDOM_PORT)
class EdgeTests {

    @LocalServerPort
    private int port;

    private Http http = new Http(0);

    @BeforeEach
    void connect() {
        http = new Http(port);
    }

    private static void assertProblem(HttpResponse<String> answer, int status, String type) {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.body())
                .contains("\"type\":\"/problems/" + type + "\"")
                .contains("\"status\":" + status);
    }

    @Nested
    class TokenCheck {

        @Test
        void letsAValidTokenIn() {
            HttpResponse<String> answer = http.get("/api/me", KEYS.token("SHOPPER"));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("\"id\":\"42\"");
        }

        @Test
        void asksWhoHasNoTokenToLogIn() {
            HttpResponse<String> answer = http.get("/api/me", null);
            assertProblem(answer, 401, "unauthenticated");
            assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
        }

        static Stream<Arguments> badTokens() {
            JWTClaimsSet good = Keys.claims("SHOPPER").build();
            Instant past = Instant.now().minusSeconds(60);
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
                    Arguments.of(
                            "expired",
                            KEYS.sign(Keys.claims("SHOPPER")
                                    .expirationTime(Date.from(past))
                                    .build())),
                    Arguments.of(
                            "without expiry",
                            KEYS.sign(
                                    Keys.claims("SHOPPER").expirationTime(null).build())),
                    Arguments.of(
                            "not valid yet",
                            KEYS.sign(Keys.claims("SHOPPER")
                                    .notBeforeTime(Date.from(Instant.now().plusSeconds(60)))
                                    .build())),
                    Arguments.of(
                            "another issuer",
                            KEYS.sign(Keys.claims("SHOPPER").issuer("other").build())),
                    Arguments.of(
                            "subject that is no account",
                            KEYS.sign(
                                    Keys.claims("SHOPPER").subject("42 or 1=1").build())),
                    Arguments.of(
                            "without subject",
                            KEYS.sign(Keys.claims("SHOPPER").subject(null).build())),
                    Arguments.of(
                            "for nobody",
                            KEYS.sign(Keys.claims("SHOPPER")
                                    .audience((String) null)
                                    .build())),
                    Arguments.of(
                            "a person's, for a service",
                            KEYS.sign(Keys.claims("ADMIN")
                                    .audience("sample-service")
                                    .build())),
                    Arguments.of("no token at all", "nonsense"),
                    Arguments.of("characters that no token has", "a b,c"),
                    Arguments.of("emptiness", ""));
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
            assertThat(http.get("/api/me", null, "Authorization", "bearer " + KEYS.token("SHOPPER"))
                            .statusCode())
                    .isEqualTo(200);
            assertProblem(
                    http.get("/api/me", null, "Authorization", "Bearer" + KEYS.token("SHOPPER")),
                    401,
                    "unauthenticated");
            assertProblem(http.get("/api/me", null, "Authorization", "Basic YTpi"), 401, "unauthenticated");
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
            assertThat(answer.statusCode()).isEqualTo(status);
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
            assertThat(http.get("/internal/thing", token).statusCode()).isEqualTo(200);
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
        void nameWhatIsNotThere() {
            assertProblem(http.get("/api/nothing", KEYS.token("SHOPPER")), 404, "not-found");
        }

        @Test
        void coverWhatTheContainerRefuses() {
            assertProblem(http.get("/META-INF/MANIFEST.MF", null), 404, "not-found");
            assertProblem(http.get("/error", null), 404, "not-found");
        }

        @Test
        void nameBadInput() {
            String token = KEYS.token("SHOPPER");
            assertProblem(http.get("/api/public/abc", null), 400, "invalid-request");
            assertProblem(
                    http.post("/api/orders", token, "{\"units\":", "Content-Type", "application/json"),
                    400,
                    "invalid-request");
            assertProblem(
                    http.post("/api/orders", token, "units=1", "Content-Type", "text/plain"),
                    415,
                    "unsupported-media-type");
            assertProblem(http.post("/api/me", token, ""), 405, "method-not-allowed");
            assertProblem(http.get("/api/public/1", null, "Accept", "image/png"), 406, "not-acceptable");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "*/*",
                    "application/*",
                    "application/*+json",
                    "multipart/form-data",
                    "multipart/form-data; boundary=x",
                    "application/x-www-form-urlencoded",
                    "application/x-www-form-urlencoded; charset=none-such",
                    "application/json; charset=none-such",
                    "application/json; charset=\"",
                    "nonsense",
                    ";",
                    "/",
                })
        void nameAContentTypeThatSaysNothingOrTheWrongThing(String type) {
            String token = KEYS.token("SHOPPER");
            assertProblem(
                    http.post("/api/orders", token, "units=1", "Content-Type", type), 415, "unsupported-media-type");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "image/png",
                    "application/xml",
                    "text/event-stream",
                    "text/html;q=0.9",
                    "application/json;q=0",
                    "*/*;q=2",
                    "*/*;q=x",
                    "nonsense",
                    "*/json",
                    ";",
                    ",",
                    "/",
                    "application/json; charset=\"",
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
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(answer.body()).contains("\"type\":\"/problems/").contains("\"status\":" + answer.statusCode());
        }

        @Test
        void nameParametersThatCannotBeDecoded() {
            String token = KEYS.token("SHOPPER");
            assertProblem(
                    http.post(
                            "/api/orders", token, "units=%zz&%%%", "Content-Type", "application/x-www-form-urlencoded"),
                    400,
                    "invalid-request");
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

        private String raw(String request, String from) throws IOException {
            String head = request.replace("|", "\r\n") + "\r\nConnection: close\r\n\r\n";
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(from), 0)) {
                socket.setSoTimeout(30_000);
                socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
                return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            }
        }

        /** From an address of their own, which the log has not named for ten seconds. */
        @Test
        void areTheSecurityLogsOnceForAllThatOneAddressSends() throws IOException {
            Logger security = (Logger) LoggerFactory.getLogger(SecurityLog.NAME);
            ListAppender<ILoggingEvent> written = new ListAppender<>();
            written.start();
            security.addAppender(written);
            for (int i = 0; i < 5; i++) {
                raw("GET /api/public/1 HTTP/1.1|Host: x|Bad Name: y", "127.0.0.9");
                raw("GET /api/\\public HTTP/1.1|Host: x", "127.0.0.9");
                raw("POST /api/orders HTTP/1.1|Host: x|Content-Type: */*|Content-Length: 0", "127.0.0.9");
            }
            security.detachAppender(written);
            assertThat(written.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .singleElement()
                    .asString()
                    .startsWith("MALFORMED account=0 address=127.0.0.9 GET /api/public/1 ");
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

        @Test
        void ofTheCallerIsKeptIfWellFormed() {
            assertThat(sent("my-request-0001")).isEqualTo("my-request-0001");
        }

        @ParameterizedTest
        @CsvSource({"short", "with space 123", "'{\"json\":\"1234\"}'", "'${jndi:x}12345'"})
        void ofTheCallerIsReplacedOtherwise(String given) {
            assertThat(sent(given)).matches("[0-9a-f]{16}");
        }

        @Test
        void isOnRefusalsToo() {
            assertThat(http.get("/api/me", null).headers().firstValue("X-Correlation-Id"))
                    .isPresent();
        }
    }
}
