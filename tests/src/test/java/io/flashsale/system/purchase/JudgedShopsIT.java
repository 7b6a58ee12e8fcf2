package io.flashsale.system.purchase;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.system.ProjectRoot;
import io.flashsale.system.harness.RunningSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Judges this shop and its naive path with the adapters of the repository, as any other shop is judged. */
class JudgedShopsIT {

    private static final Duration HANGS_AFTER = Duration.ofMinutes(15);
    private static final Path ROOT = ProjectRoot.find();

    private final RunningSystem system = RunningSystem.get();

    @TempDir
    private Path folder;

    @Tag("long")
    @Test
    void passesThisShop() throws Exception {
        assertThat(judge("flash-sale", "oversell", "--users=100", "--stock=20", "--threads=20", "--ramp=1"))
                .as(said())
                .isZero();

        assertThat(verdict().path("findings")).isEmpty();
        assertThat(verdict().path("redisStockLeft").asLong())
                .isEqualTo(verdict().path("stockLeft").asLong());
    }

    @Test
    void failsTheNaivePathAndSaysHowManyAreOversold() throws Exception {
        RunningSystem.withLockLab();
        assertThat(judge("naive", "oversell", "--users=200", "--stock=40", "--threads=50", "--ramp=1"))
                .as(said())
                .isEqualTo(1);

        JsonNode oversold = verdict().path("findings").path(0);
        assertThat(oversold.path("kind").asString()).isEqualTo("oversold");
        assertThat(verdict().path("sold").asLong())
                .isEqualTo(40 + oversold.path("count").asLong());
    }

    private int judge(String adapter, String... words) throws Exception {
        Path target = ROOT.resolve("tools/judge/target");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dflashsale.root=" + ROOT,
                "-cp",
                target.resolve("judge.jar") + ":" + Files.readString(target.resolve("judge.classpath")),
                "io.flashsale.judge.VerdictKit",
                ROOT.resolve("jmeter/adapters").resolve(adapter + ".yaml").toString(),
                "--report=" + folder.resolve("report")));
        Stream.of(words).forEach(command::add);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output.txt").toFile());
        builder.environment().put("SHOP_URL", system.services.gatewayUrl().toString());
        builder.environment()
                .put("SHOP_DB_PORT", String.valueOf(system.stack.database().port()));
        builder.environment().put("SHOP_DB_PASSWORD", system.stack.database().password());
        builder.environment()
                .put("SHOP_REDIS_PORT", String.valueOf(system.stack.redis().port()));
        Process running = builder.start();
        assertThat(running.waitFor(HANGS_AFTER)).as(said()).isTrue();
        return running.exitValue();
    }

    private String said() throws IOException {
        return Files.readString(folder.resolve("output.txt"));
    }

    private JsonNode verdict() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(folder.resolve("report/verdict.json")));
    }
}
