package io.flashsale.gateway.ratelimit;

import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.order.PaymentCall;
import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.LimitedGatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;

class RateLimitTests extends LimitedGatewayTest {

    @Autowired
    private MeterRegistry meters;

    private static void assertLimited(HttpResponse<String> answer) {
        assertProblem(answer, 429, "rate-limited");
        assertThat(Long.parseLong(header(answer, "Retry-After"))).isPositive();
        assertThat(header(answer, "X-Correlation-Id")).isNotEmpty();
    }

    /** How many of these calls are refused because of a limit. */
    private static long refusals(int calls, IntFunction<HttpResponse<String>> call) {
        return IntStream.range(0, calls)
                .mapToObj(call)
                .filter(answer -> answer.statusCode() == 429)
                .peek(RateLimitTests::assertLimited)
                .count();
    }

    private double counted(String limit) {
        return meters.get("flashsale.gateway.rate.limited")
                .tag("limit", limit)
                .counter()
                .count();
    }

    private HttpResponse<String> look(String address) {
        return client.get("/api/sales", null, from(address));
    }

    private HttpResponse<String> orders(String token, String address) {
        return client.get("/api/orders", token, from(address));
    }

    private HttpResponse<String> post(String path, String address) {
        return client.post(path, null, "{}", from(address));
    }

    private HttpResponse<String> signUp(String address) {
        return post("/api/accounts", address);
    }

    @Test
    void limitsEachUserFromWhereverTheRequestsCome() {
        String token = SignedTokens.shopper(100);
        for (int i = 0; i < 5; i++) {
            assertStatus(orders(token, "10.1.0." + i), 200);
        }
        int passed = ORDER.calls().size();
        assertLimited(orders(token, "10.1.0.9"));
        assertThat(ORDER.calls()).hasSize(passed);
        assertStatus(orders(SignedTokens.shopper(101), "10.1.0.9"), 200);
        assertThat(counted("user")).isPositive();
    }

    @Test
    void letsTheUserComeBackAfterTheTimeThatItNamed() {
        String token = SignedTokens.shopper(102);
        for (int i = 0; i < 5; i++) {
            orders(token, "10.2.0." + i);
        }
        HttpResponse<String> last = orders(token, "10.2.0.5");
        assertLimited(last);
        long seconds = Long.parseLong(header(last, "Retry-After"));
        time.pass(Duration.ofSeconds(seconds).minusNanos(1));
        assertLimited(orders(token, "10.2.0.9"));
        time.pass(Duration.ofNanos(1));
        assertStatus(orders(token, "10.2.0.9"), 200);
    }

    /** Order-service leaves every payment out of its group, so each is sent twice. */
    @Test
    void countsAPaymentOnceHoweverItIsSent() {
        ORDER.on(
                PaymentCall.PATH, FakeService.json(200, "{\"answers\":[{\"status\":0,\"headers\":{},\"body\":\"\"}]}"));
        String token = SignedTokens.shopper(103);
        IntFunction<HttpResponse<String>> pay = i -> client.post("/api/orders/7/payment", token, "", from("10.12.0.1"));
        assertThat(refusals(8, pay)).isEqualTo(3);
        assertThat(ORDER.calls("/api/orders/7/payment")).hasSize(5);
        assertThat(ORDER.calls(PaymentCall.PATH)).hasSize(5);
    }

    @Test
    void limitsEachAddressWhoeverAsks() {
        assertThat(refusals(20, i -> look("10.3.0.1"))).isEqualTo(10);
        assertStatus(look("10.3.0.2"), 200);
    }

    @ParameterizedTest
    @CsvSource({"10.13.0.%d, 10.13.1.1", "2001:db8:13:%d::1, 2001:db8:14::1"})
    void limitsEachNetworkWhicheverOfItsAddressesAsks(String address, String elsewhere) {
        assertThat(refusals(40, i -> look(address.formatted(i)))).isEqualTo(15);
        assertStatus(look(elsewhere), 200);
    }

    @Test
    void countsBadTokensAgainstTheAddress() {
        assertThat(refusals(20, i -> orders("nonsense", "10.4.0.1"))).isEqualTo(10);
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
        assertThat(refusals(5, i -> look(address))).as("what it sends besides").isEqualTo(5);
        assertStatus(look("10.10.0.2"), 200);
        assertThat(counted("malformed")).isPositive();
    }

    @Test
    void limitsSigningInMoreTightly() {
        String[] paths = {"/api/login", "/api/login", "/%61pi/login", "/api/login", "/api/login"};
        assertThat(refusals(5, i -> post(paths[i], "10.5.0.1"))).isEqualTo(2);
        assertStatus(look("10.5.0.1"), 200);
    }

    /** Each attempt costs as much computing as a log-in. */
    @Test
    void countsNewPasswordsAsSigningIn() {
        String path = "/api/accounts/password";
        assertThat(refusals(8, i -> client.post(path, SignedTokens.shopper(110 + i / 4), "{}", from("10.9.0.1"))))
                .isEqualTo(5);
        assertThat(counted("sign-in")).isGreaterThanOrEqualTo(5);
    }

    /** Otherwise four addresses could keep all hashing threads busy. */
    @Test
    void limitsSigningInByNetwork() {
        assertThat(refusals(20, i -> post("/api/login", "10.11.0." + i))).isEqualTo(14);
        assertStatus(post("/api/login", "10.11.1.1"), 200);
    }

    @Test
    void limitsOpeningAccountsByAddressApartFromLoggingIn() {
        assertStatus(signUp("10.6.0.1"), 200);
        assertStatus(post("/%61pi/accounts", "10.6.0.1"), 200);
        int passed = ORDER.calls().size();
        assertLimited(signUp("10.6.0.1"));
        assertThat(ORDER.calls()).hasSize(passed);
        assertStatus(post("/api/login", "10.6.0.1"), 200);
        assertStatus(signUp("10.6.0.2"), 200);
        assertThat(counted("sign-up")).isPositive();
    }

    @Test
    void limitsOpeningAccountsByNetwork() {
        for (int i = 0; i < 4; i++) {
            assertStatus(signUp("10.7.0." + i), 200);
        }
        assertLimited(signUp("10.7.0.9"));
        assertStatus(signUp("10.7.1.9"), 200);
    }

    @Test
    void doesNotChargeTheNetworkForWhatAnAddressWasRefused() {
        refusals(9, i -> signUp("10.8.0.1"));
        assertStatus(signUp("10.8.0.2"), 200);
    }

    @Test
    void takesAWholeSubscribersNetworkAsOneAddress() {
        assertThat(refusals(20, i -> look("2001:db8:1:2::" + i))).isEqualTo(10);
    }
}
