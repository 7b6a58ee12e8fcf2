package io.flashsale.controlroom.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.testing.LocalHttpServer;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.controlroom.ControlRoomFixture;
import io.flashsale.controlroom.FakeServices;
import io.flashsale.devstack.fault.FaultKind;
import io.flashsale.devstack.fault.FaultStatus;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
    private static final FaultStatus PAUSED = new FaultStatus(
            "1",
            "redis",
            "redis",
            "redis",
            FaultKind.PAUSE,
            Instant.parse("2026-01-01T12:00:00Z"),
            null,
            FaultStatus.State.BROKEN);

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

    private void onFaults(Object answer) {
        LAUNCHER.on("/faults", exchange -> answer(exchange, answer));
    }

    private void answer(HttpExchange exchange, Object answer) throws IOException {
        note(exchange);
        LocalHttpServer.answer(exchange, answer);
    }

    private void note(HttpExchange exchange) {
        asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                + exchange.getRequestHeaders().getFirst("Authorization"));
    }

    private void refusing(ProblemType problem) {
        onFaults(Problems.of(problem, "Said so."));
    }

    private Answer breakIt(String body) {
        return call("POST", FAULTS, admin(), body);
    }

    @Test
    void shouldBreakAndHeal() {
        onFaults(PAUSED);
        LAUNCHER.on("/faults/heal", exchange -> answer(exchange, Map.of("targets", List.of(), "faults", List.of())));
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
        refusing(ProblemType.FAULT_TARGET_NOT_FOUND);
        assertThat(breakIt(wish).status()).isEqualTo(404);
        refusing(ProblemType.FAULT_NOT_POSSIBLE);
        assertThat(breakIt(wish).problem()).isEqualTo("fault-not-possible");
        refusing(ProblemType.ALREADY_BROKEN);
        assertThat(breakIt(wish).status()).isEqualTo(409);
        assertThat(breakIt(wish).problem()).isEqualTo("already-broken");
        assertThat(breakIt(wish).body().path("detail").asString()).isEqualTo("Said so.");
        refusing(ProblemType.UNAUTHENTICATED);
        assertThat(breakIt(wish).status())
                .as("a secret that is none of the admin's business")
                .isEqualTo(503);
        onFaults("rubbish");
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
        LAUNCHER.on("/faults/reading/architecture", exchange -> {
            note(exchange);
            FakeServices.answer(exchange, 200, "text/plain;charset=UTF-8", "# 架构");
        });
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
