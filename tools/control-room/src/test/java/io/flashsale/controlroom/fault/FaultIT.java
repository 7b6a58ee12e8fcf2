package io.flashsale.controlroom.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.flashsale.controlroom.ControlRoomFixture;
import io.flashsale.controlroom.FakeServices;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Breaking things, with a launcher whose answers each test sets. */
@ActiveProfiles("demo")
class FaultIT extends ControlRoomFixture {

    private static final FakeServices LAUNCHER = FakeServices.start();
    private static final String FAULTS = "/api/admin/faults";
    private static final String PAUSED = """
            {"id": "1", "target": "redis", "broken": "redis", "part": "redis", "fault": "PAUSE",
             "since": "2026-01-01T12:00:00Z", "until": null, "state": "BROKEN"}
            """;

    private final List<String> asked = new CopyOnWriteArrayList<>();

    @DynamicPropertySource
    static void launcher(DynamicPropertyRegistry properties) {
        properties.add("flashsale.faults.url", LAUNCHER::url);
        properties.add("flashsale.faults.secret", () -> "only-we-know");
    }

    @BeforeEach
    void start() {
        LAUNCHER.reset();
    }

    private void onFaults(int status, String type, String body) {
        LAUNCHER.on("/faults", exchange -> answer(exchange, status, type, body));
    }

    private void answer(HttpExchange exchange, int status, String type, String body) throws IOException {
        asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                + exchange.getRequestHeaders().getFirst("Authorization"));
        FakeServices.answer(exchange, status, type, body);
    }

    private void refusing(int status, String problem) {
        onFaults(status, "application/problem+json", """
                {"type": "/problems/%s", "status": %d, "detail": "Said so."}
                """.formatted(problem, status));
    }

    private Answer breakIt(String body) {
        return call("POST", FAULTS, admin(), body);
    }

    @Test
    void shouldBreakAndHeal() {
        onFaults(200, "application/json", PAUSED);
        LAUNCHER.on(
                "/faults/heal",
                exchange -> answer(exchange, 202, "application/json", "{\"targets\":[],\"faults\":[]}"));
        Answer broken = breakIt("{\"target\":\"line to kafka\",\"fault\":\"PAUSE\"}");
        assertThat(broken.status()).isEqualTo(200);
        assertThat(broken.body().path("since").asString()).isEqualTo("2026-01-01T12:00:00Z");
        assertThat(call("POST", FAULTS + "/heal", admin(), "").status()).isEqualTo(202);
        assertThat(asked)
                .containsExactly(
                        "POST /faults?target=line+to+kafka&fault=PAUSE Bearer only-we-know",
                        "POST /faults/heal Bearer only-we-know");
    }

    @Test
    void shouldPassOnWhyNot() {
        String wish = "{\"target\":\"redis\",\"fault\":\"PAUSE\"}";
        refusing(404, "fault-target-not-found");
        assertThat(breakIt(wish).status()).isEqualTo(404);
        refusing(409, "fault-not-possible");
        assertThat(breakIt(wish).problem()).isEqualTo("fault-not-possible");
        refusing(409, "already-broken");
        assertThat(breakIt(wish).status()).isEqualTo(409);
        assertThat(breakIt(wish).problem()).isEqualTo("already-broken");
        assertThat(breakIt(wish).body().path("detail").asString()).isEqualTo("Said so.");
        refusing(401, "unauthenticated");
        assertThat(breakIt(wish).status())
                .as("a secret that is none of the admin's business")
                .isEqualTo(503);
        onFaults(200, "application/json", "rubbish");
        assertThat(breakIt(wish).status()).isEqualTo(503);
    }

    @Test
    void shouldAskNobodyAboutNonsense() {
        for (String nonsense : List.of(
                "{}",
                "{\"target\":\"redis\"}",
                "{\"target\":\"redis\",\"fault\":\"BURN\"}",
                "{\"target\":\"\",\"fault\":\"KILL\"}",
                "{\"target\":\"" + "x".repeat(101) + "\",\"fault\":\"KILL\"}")) {
            Answer refused = breakIt(nonsense);
            assertThat(refused.status()).as(nonsense).isEqualTo(400);
            assertThat(refused.problem()).isEqualTo("invalid-request");
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void shouldHandOutAChapter() {
        LAUNCHER.on(
                "/faults/reading/architecture", exchange -> answer(exchange, 200, "text/plain;charset=UTF-8", "# 架构"));
        Answer chapter = call("GET", FAULTS + "/reading/architecture?language=zh", admin(), "");
        assertThat(chapter.status()).isEqualTo(200);
        assertThat(asked).containsExactly("GET /faults/reading/architecture?language=zh Bearer only-we-know");
        assertThat(call("GET", FAULTS + "/reading/nothing", admin(), "").problem())
                .isEqualTo("not-found");
    }

    @Test
    void shouldBeForAdminsOnly() {
        assertThat(call("GET", FAULTS, "", "").status()).isEqualTo(401);
        assertThat(call("GET", FAULTS, shopper(5), "").status()).isEqualTo(403);
        assertThat(call("POST", FAULTS + "/heal", shopper(5), "").status()).isEqualTo(403);
    }
}
