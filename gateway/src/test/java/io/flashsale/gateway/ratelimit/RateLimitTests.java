package io.flashsale.gateway.ratelimit;

import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.admission.AdmittedBeforeHeader;
import io.flashsale.contracts.order.PaymentCall;
import io.flashsale.contracts.session.ProviderLogIns;
import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.LimitedGatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
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

    /** Two pages that load in one second are more files than calls are allowed. */
    @Test
    void countsNoFilesOfThePagesAgainstTheUser() {
        String token = SignedTokens.shopper(104);
        for (int i = 0; i < 8; i++) {
            assertStatus(client.get("/assets/icon.svg", token, from("10.14.0." + i)), 200);
        }
        assertStatus(orders(token, "10.14.0.9"), 200);
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

    private static void answersClaims(int status, String... headers) {
        COUPON.on("/api/coupons/7/claims", FakeService.json(status, "{}", headers));
    }

    private HttpResponse<String> claim(int shopper, String address) {
        return client.post("/api/coupons/7/claims", SignedTokens.shopper(shopper), "{}", from(address));
    }

    @Test
    void limitsTheCouponsThatAnAddressAndItsNetworkGet() {
        answersClaims(202);
        assertThat(refusals(3, i -> claim(200 + i, "10.14.0.1"))).isEqualTo(1);
        assertThat(refusals(3, i -> claim(210 + i, "10.14.0.2"))).isEqualTo(1);
        assertLimited(claim(220, "10.14.0.3"));
        assertStatus(claim(221, "10.14.1.1"), 202);
        assertThat(counted("claim")).isGreaterThanOrEqualTo(3);
        time.pass(Duration.ofMinutes(1));
        assertStatus(claim(222, "10.14.0.3"), 202);
    }

    @Test
    void doesNotChargeAnAddressForClaimsThatItsNetworkRefuses() {
        answersClaims(202);
        for (int i = 0; i < 4; i++) {
            assertStatus(claim(250 + i, "10.16.0." + i / 2), 202);
        }
        assertThat(refusals(3, i -> claim(260 + i, "10.16.0.9"))).isEqualTo(3);
        time.pass(Duration.ofSeconds(2)); // the network regains two tokens, an address less than one
        assertThat(refusals(2, i -> claim(270 + i, "10.16.0.9"))).isZero();
    }

    @Test
    void doesNotCountClaimsThatGetNoCoupon() {
        answersClaims(409);
        assertThat(refusals(5, i -> claim(230 + i, "10.15.0.1"))).isZero();
        answersClaims(202);
        assertStatus(claim(240, "10.15.0.1"), 202);
    }

    /** Otherwise one account could use up the limit of all who share its address. */
    @Test
    void doesNotCountRepeatedClaimsThatGetNothingNew() {
        answersClaims(202, AdmittedBeforeHeader.NAME, AdmittedBeforeHeader.YES);
        assertThat(refusals(5, i -> claim(280 + i, "10.18.0.1"))).isZero();
        HttpResponse<String> again = claim(285, "10.18.0.1");
        assertStatus(again, 202);
        assertThat(again.headers().firstValue(AdmittedBeforeHeader.NAME)).isEmpty();
        answersClaims(202);
        assertThat(refusals(3, i -> claim(290 + i, "10.18.0.1"))).isEqualTo(1);
    }

    @Test
    void limitsSigningInMoreTightly() {
        String[] paths = {"/api/login", "/api/login", "/%61pi/login", "/api/login", "/api/login"};
        assertThat(refusals(5, i -> post(paths[i], "10.5.0.1"))).isEqualTo(2);
        assertStatus(look("10.5.0.1"), 200);
    }

    /** A browser would show a problem as JSON. The page gets back where the shopper wanted to go. */
    @Test
    void leadsABrowserThatAProviderSendsBackToAPageThatSaysSo() {
        ORDER.on(
                ProviderLogIns.FINISH_PATH,
                FakeService.json(401, "{\"type\":\"/problems/log-in-not-confirmed\",\"status\":401}"));
        String callback = "/api/session/provider/callback?code=a&state=b";
        String wanted = "__Host-log-in-then=L29yZGVycw"; // /orders
        List<String> pages = IntStream.range(0, 5)
                .mapToObj(i -> client.get(callback, null, from("10.17.0.1", "Cookie", wanted)))
                .peek(answer -> assertStatus(answer, 303))
                .map(answer -> header(answer, "Location"))
                .toList();
        assertThat(pages.subList(0, 3)).containsOnly("/login?refused=log-in-not-confirmed&then=%2Forders");
        assertThat(pages.subList(3, 5)).containsOnly("/login?refused=rate-limited&then=%2Forders");
        assertThat(ORDER.calls(ProviderLogIns.FINISH_PATH)).hasSize(3);
        assertLimited(post("/api/session/provider", "10.17.0.1"));
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
