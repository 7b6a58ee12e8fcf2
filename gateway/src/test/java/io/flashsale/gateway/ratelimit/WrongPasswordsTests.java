package io.flashsale.gateway.ratelimit;

import static io.flashsale.commons.testing.OutsideClient.assertHeader;
import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.session.ProviderLogIns;
import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.ManualClockTest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

/** One password on many names is guessing, too: the address waits for any name. */
@TestPropertySource(
        properties = {
            "server.forward-headers-strategy=native",
            "flashsale.gateway.trusted-proxies=127\\\\.0\\\\.0\\\\.1",
            "flashsale.gateway.rate-limits.wrong-passwords=5",
            "flashsale.gateway.rate-limits.wrong-passwords-of-network=20",
        })
class WrongPasswordsTests extends ManualClockTest {

    private HttpResponse<String> logIn(String path, String address) {
        String[] headers = from(address, "X-Flash-Sale-Page", "1", "Content-Type", "application/json");
        return client.post(path, null, "{}", headers);
    }

    private List<Integer> guesses(String address) {
        List<String> paths = List.of("/api/login", "/api/session");
        return IntStream.range(0, 40)
                .mapToObj(n -> logIn(paths.get(n % 2), address).statusCode())
                .toList();
    }

    private void wrong() {
        ORDER.on("/api/login", FakeService.json(401, "{\"type\":\"/problems/bad-credentials\",\"status\":401}"));
    }

    @Test
    void makeAnAddressWaitAndNoOther() {
        wrong();
        assertThat(guesses("10.7.0.1").subList(0, 5)).containsOnly(401);
        assertThat(guesses("10.7.0.1")).containsOnly(429);
        assertProblem(logIn("/api/login", "10.7.1.1"), 401, "bad-credentials");
        ORDER.on("/api/login", FakeService.json(200, "{}"));
        assertStatus(logIn("/api/login", "10.7.1.1"), 200);
    }

    @Test
    void makeANetworkWaitThatGuessesFromMany() {
        wrong();
        boolean waits = IntStream.range(1, 200)
                .anyMatch(host -> logIn("/api/login", "10.8.0." + host).statusCode() == 429);
        assertThat(waits).isTrue();
    }

    /** It brings none, and comes back only once. */
    @Test
    void doNotKeepABrowserWaitingThatAProviderSendsBack() {
        wrong();
        guesses("10.10.0.1");
        ORDER.on(
                ProviderLogIns.FINISH_PATH,
                FakeService.json(401, "{\"type\":\"/problems/log-in-not-confirmed\",\"status\":401}"));
        HttpResponse<String> back =
                client.get("/api/session/provider/callback?code=a&state=b", null, from("10.10.0.1"));
        assertStatus(back, 303);
        assertHeader(back, "Location", "/login?refused=log-in-not-confirmed");
        assertProblem(logIn("/api/login", "10.10.0.1"), 429, "rate-limited");
    }

    @Test
    void doNotCountWhenTheyAreRight() {
        ORDER.on("/api/login", FakeService.json(200, "{}"));
        for (int i = 0; i < 40; i++) {
            assertStatus(logIn("/api/login", "10.9.0.1"), 200);
        }
        wrong();
        assertProblem(logIn("/api/login", "10.9.0.1"), 401, "bad-credentials");
    }
}
