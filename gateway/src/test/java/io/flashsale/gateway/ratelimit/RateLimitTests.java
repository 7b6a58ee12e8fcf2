package io.flashsale.gateway.ratelimit;

import static io.flashsale.gateway.support.OutsideClient.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.LimitedGatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;

class RateLimitTests extends LimitedGatewayTest {

    @Autowired
    private MeterRegistry meters = new io.micrometer.core.instrument.simple.SimpleMeterRegistry();

    private static String[] from(String address) {
        return new String[] {"X-Forwarded-For", address};
    }

    private static void assertLimited(HttpResponse<String> answer) {
        assertProblem(answer, 429, "rate-limited");
        assertThat(Long.parseLong(answer.headers().firstValue("Retry-After").orElseThrow()))
                .isPositive();
        assertThat(answer.headers().firstValue("X-Correlation-Id")).isPresent();
    }

    @Test
    void limitsEachUserFromWhereverTheRequestsCome() {
        String token = SignedTokens.shopper(100);
        for (int i = 0; i < 5; i++) {
            assertThat(client.get("/api/orders", token, from("10.1.0." + i)).statusCode())
                    .isEqualTo(200);
        }
        int passed = ORDER.calls().size();
        HttpResponse<String> refused = client.get("/api/orders", token, from("10.1.0.9"));
        assertLimited(refused);
        assertThat(ORDER.calls()).hasSize(passed);
        assertThat(client.get("/api/orders", SignedTokens.shopper(101), from("10.1.0.9"))
                        .statusCode())
                .as("another user")
                .isEqualTo(200);
        assertThat(meters.get("flashsale.gateway.rate.limited")
                        .tag("limit", "user")
                        .counter()
                        .count())
                .isPositive();
    }

    @Test
    void letsTheUserComeBackAfterTheTimeThatItNamed() {
        String token = SignedTokens.shopper(102);
        HttpResponse<String> last = null;
        for (int i = 0; i < 6; i++) {
            last = client.get("/api/orders", token, from("10.2.0." + i));
        }
        assertThat(last).isNotNull();
        assertLimited(last);
        long seconds = Long.parseLong(last.headers().firstValue("Retry-After").orElseThrow());
        time.pass(Duration.ofSeconds(seconds).minusNanos(1));
        assertLimited(client.get("/api/orders", token, from("10.2.0.9")));
        time.pass(Duration.ofNanos(1));
        assertThat(client.get("/api/orders", token, from("10.2.0.9")).statusCode())
                .isEqualTo(200);
    }

    @Test
    void limitsEachAddressWhoeverAsks() {
        long refused = IntStream.range(0, 20)
                .mapToObj(i -> client.get("/api/sales", null, from("10.3.0.1")))
                .filter(answer -> answer.statusCode() == 429)
                .peek(RateLimitTests::assertLimited)
                .count();
        assertThat(refused).isEqualTo(10);
        assertThat(client.get("/api/sales", null, from("10.3.0.2")).statusCode())
                .as("another address")
                .isEqualTo(200);
    }

    @Test
    void countsBadTokensAgainstTheAddress() {
        long refused = IntStream.range(0, 20)
                .mapToObj(i -> client.get("/api/orders", "nonsense", from("10.4.0.1")))
                .filter(answer -> answer.statusCode() == 429)
                .count();
        assertThat(refused).isEqualTo(10);
    }

    /** The server refuses it before any filter, so the address is the connection's, unless the header could be read. */
    @ParameterizedTest
    @CsvSource({
        "GET /a{b HTTP/1.1\\r\\nHost: x, 127.0.0.1",
        "GET / HTTP/1.1\\r\\nHost: x\\r\\nX-Forwarded-For: 10.10.0.1\\r\\nBad Name: x, 10.10.0.1"
    })
    void limitsWhatNobodyCanRead(String head, String address) {
        String request = head.translateEscapes() + "\r\n\r\n";
        long refused = IntStream.range(0, 20)
                .mapToObj(i -> client.raw(request)) // read to the end: the connection is closed
                .peek(answer ->
                        assertThat(answer).matches("(?s)HTTP/1.1 4(00|29) .*").contains("Connection: close"))
                .filter(answer -> answer.startsWith("HTTP/1.1 429 "))
                .peek(answer -> assertThat(answer).contains("Retry-After: ", "\"/problems/rate-limited\""))
                .count();
        assertThat(refused).isEqualTo(10);
        assertThat(IntStream.range(0, 5)
                        .map(i -> client.get("/api/sales", null, from(address)).statusCode()))
                .as("what it sends besides")
                .containsOnly(429);
        assertThat(client.get("/api/sales", null, from("10.10.0.2")).statusCode())
                .as("another address")
                .isEqualTo(200);
        assertThat(meters.get("flashsale.gateway.rate.limited")
                        .tag("limit", "malformed")
                        .counter()
                        .count())
                .isPositive();
    }

    @Test
    void limitsSigningInMoreTightly() {
        String[] paths = {"/api/login", "/api/login", "/%61pi/login", "/api/login", "/api/login"};
        long refused = IntStream.range(0, 5)
                .mapToObj(i -> client.post(paths[i], null, "{}", from("10.5.0.1")))
                .filter(answer -> answer.statusCode() == 429)
                .peek(RateLimitTests::assertLimited)
                .count();
        assertThat(refused).isEqualTo(2);
        assertThat(client.get("/api/sales", null, from("10.5.0.1")).statusCode())
                .as("looking is still allowed")
                .isEqualTo(200);
    }

    /** Each attempt costs as much computing as a log-in. */
    @Test
    void countsNewPasswordsAsSigningIn() {
        long refused = IntStream.range(0, 8)
                .mapToObj(i -> client.post(
                        "/api/accounts/password", SignedTokens.shopper(110 + i / 4), "{}", from("10.9.0.1")))
                .filter(answer -> answer.statusCode() == 429)
                .peek(RateLimitTests::assertLimited)
                .count();
        assertThat(refused).isEqualTo(5);
        assertThat(meters.get("flashsale.gateway.rate.limited")
                        .tag("limit", "sign-in")
                        .counter()
                        .count())
                .isGreaterThanOrEqualTo(refused);
    }

    /** Otherwise four addresses could keep all hashing threads busy. */
    @Test
    void limitsSigningInByNetwork() {
        long passed = IntStream.range(0, 20)
                .mapToObj(i -> client.post("/api/login", null, "{}", from("10.11.0." + i)))
                .filter(answer -> answer.statusCode() != 429)
                .count();
        assertThat(passed).isEqualTo(6);
        assertThat(client.post("/api/login", null, "{}", from("10.11.1.1")).statusCode())
                .as("another network")
                .isEqualTo(200);
    }

    private HttpResponse<String> signUp(String address) {
        return client.post("/api/accounts", null, "{}", from(address));
    }

    @Test
    void limitsOpeningAccountsByAddressApartFromLoggingIn() {
        assertThat(signUp("10.6.0.1").statusCode()).isEqualTo(200);
        assertThat(client.post("/%61pi/accounts", null, "{}", from("10.6.0.1")).statusCode())
                .isEqualTo(200);
        int passed = ORDER.calls().size();
        assertLimited(signUp("10.6.0.1"));
        assertThat(ORDER.calls()).hasSize(passed);
        assertThat(client.post("/api/login", null, "{}", from("10.6.0.1")).statusCode())
                .as("logging in is another thing")
                .isEqualTo(200);
        assertThat(signUp("10.6.0.2").statusCode()).as("another address").isEqualTo(200);
        assertThat(meters.get("flashsale.gateway.rate.limited")
                        .tag("limit", "sign-up")
                        .counter()
                        .count())
                .isPositive();
    }

    @Test
    void limitsOpeningAccountsByNetwork() {
        for (int i = 0; i < 4; i++) {
            assertThat(signUp("10.7.0." + i).statusCode()).isEqualTo(200);
        }
        assertLimited(signUp("10.7.0.9"));
        assertThat(signUp("10.7.1.9").statusCode()).as("another network").isEqualTo(200);
    }

    @Test
    void doesNotChargeTheNetworkForWhatAnAddressWasRefused() {
        for (int i = 0; i < 9; i++) {
            signUp("10.8.0.1");
        }
        assertThat(signUp("10.8.0.2").statusCode()).isEqualTo(200);
    }

    @Test
    void takesAWholeSubscribersNetworkAsOneAddress() {
        long refused = IntStream.range(0, 20)
                .mapToObj(i -> client.get("/api/sales", null, from("2001:db8:1:2::" + i)))
                .filter(answer -> answer.statusCode() == 429)
                .count();
        assertThat(refused).isEqualTo(10);
    }
}
