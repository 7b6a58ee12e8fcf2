package io.flashsale.locklab.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.locklab.LockLabFixture;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** The lock lab over HTTP, on real processes and servers. */
class RunsIT extends LockLabFixture {

    private static final String RUNS = "/api/lab/runs";

    @Autowired
    private JdbcClient jdbc;

    @AfterEach
    void cancelWhatRuns() {
        get(RUNS).body().path("runs").forEach(run -> {
            if (!isOver(run)) {
                call("DELETE", RUNS + "/" + run.path("id").asString(), admin(), "");
            }
        });
    }

    private Answer start(long user, String strategy, String scenario, String sizes) {
        return call(
                "POST",
                RUNS,
                shopper(user),
                "{\"strategy\": \"%s\", \"scenario\": \"%s\"%s}".formatted(strategy, scenario, sizes));
    }

    /** The place of a run becomes free a moment after its end is told. */
    private Answer startedOnce(long user, String strategy, String scenario, String sizes) {
        return await().atMost(Duration.ofMinutes(5))
                .until(() -> start(user, strategy, scenario, sizes), answer -> answer.status() != 409);
    }

    private static boolean isOver(JsonNode run) {
        return !run.path("endedAt").isNull();
    }

    private JsonNode ended(Answer started) {
        assertThat(started.status()).as(started.raw().body()).isEqualTo(202);
        String path = started.raw().headers().firstValue("Location").orElseThrow();
        assertThat(path).isEqualTo(RUNS + "/" + started.body().path("id").asString());
        await().atMost(Duration.ofMinutes(15)).until(() -> isOver(get(path).body()));
        return get(path).body();
    }

    @Test
    void listsTheSchemesWithTheirScenariosAndSources() {
        Answer answer = get("/api/lab/strategies");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().at("/limits/stock").asInt()).isEqualTo(10_000);
        JsonNode scheme = null;
        for (JsonNode each : answer.body().path("strategies")) {
            scheme = each.path("id").asString().equals("A6") ? each : scheme;
        }
        assertThat(scheme).isNotNull();
        assertThat(scheme.path("group").asString()).isEqualTo("A");
        assertThat(scheme.at("/guarantees/0/en").asString()).isNotBlank();
        assertThat(scheme.at("/guarantees/0/zh").asString()).isNotBlank();
        assertThat(scheme.path("scenarios").toString())
                .contains("\"id\":\"lease-too-short\"", "\"failure\":\"two-holders\"", "\"strategy\":\"A9\"");
        assertThat(Path.of("../..", scheme.at("/source/path").asString())).isRegularFile();
        assertThat(get("/api/lab/strategies/A6/source").raw().body()).contains("public final class SetNxExLock");
        assertThat(get("/api/lab/strategies/A99/source").problem()).isEqualTo("strategy-not-found");
    }

    @Test
    void playsAScenarioAndKeepsItsReport() {
        JsonNode run = ended(startedOnce(7, "A1", "all-read-first", ""));

        assertThat(run.path("state").asString()).as(run.toString()).isEqualTo("DONE");
        String path = RUNS + "/" + run.path("id").asString();
        for (String owner : List.of(shopper(7), admin())) {
            assertThat(call("GET", path, owner, "").body().path("startedBy").asString())
                    .isEqualTo("7");
        }
        assertThat(run.has("startedBy")).as("told to everybody").isFalse();
        assertThat(call("GET", path, shopper(8), "").body().has("startedBy")).isFalse();
        assertThat(get(RUNS).raw().body()).doesNotContain("startedBy");
        assertThat(get(path + "/events").raw().body()).doesNotContain("startedBy");
        assertThat(run.at("/report/asStated").asBoolean()).isTrue();
        assertThat(run.at("/report/oversold").asInt()).isEqualTo(4);
        assertThat(run.at("/report/findings/0/failure").asString()).isEqualTo("oversold");
        assertThat(run.at("/report/findings/0/detail").toString()).contains("5 sold of 100", "售出 5");
        JsonNode diagram = run.at("/report/diagram");
        assertThat(diagram.path("lanes").toString()).contains("\"id\":\"buyer-1\"", "\"id\":\"stock\"");
        assertThat(diagram.path("steps").toString())
                .contains("\"text\":\"GET stock:", "\"answer\":\"100\"", "\"file\":\"ReadTestWrite.java\"");

        JsonNode page = get(RUNS + "?page=0&size=1").body();
        assertThat(page.path("total").asLong()).isPositive();
        assertThat(page.at("/runs/0/id")).isEqualTo(run.path("id"));
        assertThat(page.at("/runs/0/report").has("timeline")).isFalse();
        assertThat(page.at("/runs/0/report").has("diagram")).isFalse();
        assertThat(page.at("/runs/0/report/oversold").asInt()).isEqualTo(4);
        jdbc.sql("UPDATE lab_run SET report = 'unreadable' WHERE id = ?")
                .param(run.path("id").asString())
                .update();
        assertThat(get(RUNS + "?page=0&size=1").body())
                .as("read without the whole reports")
                .isEqualTo(page);
        assertThat(new ProcessDirectory(DIRECTORY).names()).isEmpty();
    }

    @Test
    void tellsWhoFollowsWhatHappens() {
        String told = "";
        String events = "";
        // A slow machine may need longer for so many units than a run may take, or draw nothing before the end.
        for (int attempt = 1;
                attempt <= 10 && !(told.contains("\"sold\":200,") && told.contains("event: diagram"));
                attempt++) {
            Answer started = startedOnce(7, "A13", "crowd", ", \"stock\": 200, \"buyers\": 6, \"processes\": 3");
            assertThat(started.status()).as(started.raw().body()).isEqualTo(202);
            events = started.raw().headers().firstValue("Location").orElseThrow() + "/events";
            told = get(events).raw().body();
        }
        assertThat(told)
                .contains("event: state\ndata: {\"state\":\"STARTING\"}", "event: state\ndata: {\"state\":\"RUNNING\"}")
                .contains("event: holder\ndata: {\"item\":", "event: progress\ndata: {")
                .contains("event: diagram\ndata: {\"lanes\":")
                .contains("event: state\ndata: {\"state\":\"DONE\"}")
                .contains("event: result\ndata: {\"id\":", "\"sold\":200", "\"processes\":3");
        assertThat(get(events).raw().body()).contains("event: result");
    }

    @Test
    void playsOneAtATimeAndCancelsWithoutATrace() {
        Answer started = startedOnce(7, "A14", "crowd", ", \"stock\": 10000, \"buyers\": 50");
        String id = started.body().path("id").asString();
        await().atMost(Duration.ofMinutes(15))
                .until(() ->
                        get(RUNS + "/" + id).body().path("state").asString().equals("RUNNING"));

        Answer refused = start(8, "A1", "crowd", "");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.problem()).isEqualTo("lab-busy");
        assertThat(refused.body().path("runId").asString()).isEqualTo(id);

        assertThat(call("DELETE", RUNS + "/" + id, shopper(8), "").status()).isEqualTo(403);
        call("DELETE", RUNS + "/" + id, shopper(7), ""); // waits ten seconds for the end
        await().atMost(Duration.ofMinutes(15))
                .until(() -> isOver(get(RUNS + "/" + id).body()));
        Answer cancelled = call("DELETE", RUNS + "/" + id, shopper(7), "");
        assertThat(cancelled.body().path("state").asString())
                .as(cancelled.raw().body())
                .isEqualTo("CANCELLED");
        assertThat(new ProcessDirectory(DIRECTORY).names()).isEmpty();
        assertThat(get(RUNS + "/" + id).body().path("state").asString()).isEqualTo("CANCELLED");
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertThat(start(7, "A99", "crowd", "").problem()).isEqualTo("strategy-not-found");
        assertThat(start(7, "A6", "no-such-thing", "").problem()).isEqualTo("strategy-not-found");
        assertThat(start(7, "A6", "crowd", ", \"stock\": 10001").problem()).isEqualTo("invalid-request");
        assertThat(start(7, "A6", "crowd", ", \"buyers\": 0").problem()).isEqualTo("invalid-request");
        assertThat(start(7, "A6", "crowd", ", \"processes\": 5").problem()).isEqualTo("invalid-request");
        assertThat(start(7, "A6", "lease-too-short", ", \"stock\": 5").problem())
                .isEqualTo("invalid-request");
        assertThat(call("POST", RUNS, shopper(7), "{}").problem()).isEqualTo("invalid-request");
        assertThat(call("POST", RUNS, "", "{\"strategy\": \"A6\", \"scenario\": \"crowd\"}")
                        .status())
                .isEqualTo(401);
        assertThat(get(RUNS + "/987654321").problem()).isEqualTo("run-not-found");
        assertThat(get(RUNS + "/987654321/events").problem()).isEqualTo("run-not-found");
        assertThat(get(RUNS + "?size=101").problem()).isEqualTo("invalid-request");
    }
}
