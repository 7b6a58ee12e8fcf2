package io.flashsale.devstack.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.process.Scratch;
import io.flashsale.devstack.server.redis.RedisLines;
import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.system.BackingServices;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.FlashSaleSystem;
import io.flashsale.devstack.system.FlashSaleSystemBuilder;
import io.flashsale.devstack.system.JavaService;
import io.flashsale.devstack.system.ProjectRoot;
import io.flashsale.devstack.system.ServiceName;
import io.flashsale.devstack.system.StubService;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.json.JsonMapper;

/** Breaks and repairs real processes over the launcher's endpoint. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultsIT {

    private static final Duration SOON = Duration.ofMinutes(10);
    private static final SqlDatabase NONE = new SqlDatabase("flashsale_none", "jdbc:none", "flashsale", "secret");

    private final HttpClient http = HttpClient.newHttpClient();
    private final FaultServer server = new FaultServer(ProjectRoot.find());
    private DevStack stack;
    private FlashSaleSystem services;
    private Faults faults;

    @BeforeAll
    void start() throws Exception {
        Path root = Scratch.directory("faults");
        StubService.jars(root);
        stack = DevStack.in(root.resolve("data")).redis().start();
        BackingServices backends = new BackingServices(NONE, NONE, NONE, NONE, stack.redisDeployment(), "127.0.0.1:1");
        FlashSaleSystemBuilder wiring =
                FlashSaleSystem.on(backends, stack.directory()).root(root);
        server.announceTo(wiring);
        services = wiring.build();
        assertThat(get("/faults").statusCode()).isEqualTo(503);
        services.start(EnumSet.of(ServiceName.STOCK, ServiceName.GATEWAY, ServiceName.CONTROL_ROOM));
        faults = new Faults(stack, null, services, Runnable::run);
        server.serve(faults);
    }

    @AfterEach
    void heal() {
        faults.heal();
        await().atMost(SOON).until(() -> faults.injected().stream().allMatch(FaultStatus::isOver));
    }

    @AfterAll
    void stop() {
        server.close();
        services.close();
        stack.close();
        http.close();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Authorization", "Bearer " + server.secret());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return http.send(request(path).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> breakIt(String target, String fault) throws Exception {
        String query = "?target=" + URLEncoder.encode(target, StandardCharsets.UTF_8) + "&fault=" + fault;
        return post("/faults" + query);
    }

    private HttpResponse<String> post(String path) throws Exception {
        return http.send(request(path).POST(HttpRequest.BodyPublishers.noBody()).build(), BodyHandlers.ofString());
    }

    private static void assertProblem(HttpResponse<String> answer, int status, String problem) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains("\"type\":\"/problems/" + problem + "\"");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    }

    @Test
    void shouldLetNobodyInWhoDoesNotKnowTheSecret() throws Exception {
        HttpRequest without =
                HttpRequest.newBuilder(URI.create(server.url() + "/faults")).build();
        HttpRequest wrong = HttpRequest.newBuilder(without, (name, value) -> true)
                .header("Authorization", "Bearer guess")
                .build();
        assertProblem(http.send(without, BodyHandlers.ofString()), 401, "unauthenticated");
        assertProblem(http.send(wrong, BodyHandlers.ofString()), 401, "unauthenticated");
    }

    @Test
    void shouldTellTheControlRoomAloneWhereItIs() throws Exception {
        assertThat(environmentOf(ServiceName.CONTROL_ROOM))
                .contains("FLASHSALE_FAULTS_URL=" + server.url() + "\n")
                .contains("FLASHSALE_FAULTS_SECRET=" + server.secret() + "\n");
        assertThat(environmentOf(ServiceName.STOCK)).doesNotContain("FLASHSALE_FAULTS");
    }

    private String environmentOf(ServiceName service) throws Exception {
        URI environment = URI.create(services.service(service).url() + "/environment");
        return http.send(HttpRequest.newBuilder(environment).build(), BodyHandlers.ofString())
                .body();
    }

    private record Overview(List<FaultTarget> targets) {}

    @Test
    void shouldNameWhatRunsAndWhatCanBeDoneToIt() throws Exception {
        String body = get("/faults").body();
        assertThat(JsonMapper.shared().readValue(body, Overview.class).targets())
                .contains(
                        new FaultTarget(
                                "redis", "redis", List.of(FaultKind.KILL, FaultKind.PAUSE, FaultKind.WIPE), null),
                        new FaultTarget(
                                "stock-service", "stock-service", List.of(FaultKind.KILL, FaultKind.PAUSE), null));
        assertThat(body)
                .contains("\"name\":\"gateway\"", "\"healsAfterSeconds\":10")
                .doesNotContain("order-service", "line to");
    }

    @Test
    void shouldRefuseWhatMakesNoSense() throws Exception {
        assertProblem(breakIt("order-service", "KILL"), 404, "fault-target-not-found");
        assertProblem(breakIt("stock-service", "WIPE"), 409, "fault-not-possible");
        assertProblem(breakIt("redis", "FAIL_OVER"), 409, "fault-not-possible");
        assertProblem(breakIt("redis", "BURN"), 400, "invalid-request");
        assertProblem(post("/faults"), 400, "invalid-request");
        assertProblem(get("/nothing"), 404, "not-found");
    }

    @Test
    void shouldHandOutTheChaptersThatTellMore() throws Exception {
        assertThat(get("/faults/reading/failures").body()).contains("## Crash points");
        assertThat(get("/faults/reading/07-more-than-one-redis").body()).startsWith("# 7 More than one Redis");
        assertThat(get("/faults/reading/07-more-than-one-redis?language=zh").body())
                .startsWith("# 7 ")
                .doesNotContain("More than one Redis");
        assertProblem(get("/faults/reading/nothing"), 404, "not-found");
        assertProblem(get("/faults/reading/..%2F..%2Fpom"), 404, "not-found");
    }

    @Test
    void shouldKillAServiceForAsLongAsItIsWanted() throws Exception {
        JavaService stock = services.service(ServiceName.STOCK);
        long before = stock.pid();
        breakIt("stock-service", "KILL");
        assertThat(stock.isRunning()).isFalse();
        assertThat(faults.isBroken("stock-service")).isTrue();
        assertThat(get("/faults").body()).contains("\"name\":\"stock-service\"");

        post("/faults/heal");
        await().atMost(SOON).until(() -> state("stock-service") == FaultStatus.State.OVER);
        await().atMost(SOON).until(stock::isServing);
        assertThat(stock.pid()).isNotEqualTo(before);
        assertThat(faults.isBroken("stock-service")).isFalse();
    }

    @Test
    void shouldHealByItselfWhatNobodyCouldAskToHeal() throws Exception {
        await().atMost(SOON).until(() -> {
            breakIt("gateway", "PAUSE"); // heals after ten seconds: on a slow machine before the check
            return !services.service(ServiceName.GATEWAY).isServing();
        });
        await().atMost(SOON).until(() -> state("gateway") == FaultStatus.State.OVER);
        await().atMost(SOON).until(services.service(ServiceName.GATEWAY)::isServing);
    }

    @Test
    void shouldWipeRedis() throws Exception {
        assertThat(RedisLines.ask(stack.redis(), "SET gate open\r\n", 1)).isEqualTo("+OK");
        assertThat(stack.redis().info("db0")).startsWith("keys=1,");
        assertThat(breakIt("redis", "WIPE").body()).contains("\"state\":\"OVER\"");
        assertThatThrownBy(() -> stack.redis().info("db0")).isInstanceOf(IllegalArgumentException.class);
    }

    private FaultStatus.State state(String broken) {
        return faults.injected().stream()
                .filter(fault -> fault.broken().equals(broken))
                .findFirst()
                .orElseThrow()
                .state();
    }
}
