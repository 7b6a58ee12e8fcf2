package io.flashsale.system.source;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.all;
import static io.flashsale.system.project.ComposeTests.read;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.system.ProjectRoot;
import io.flashsale.system.project.ComposeTests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ./demo} rebuilds jars that are older than their sources, on a tree with our POMs and jars of a minute ago. */
@Tag("long")
class StaleJarTests {

    /** Separated by spaces. */
    private static final String JARS = all("(?m)^jars=\"(.*)\"$", read(ROOT.resolve("demo")))
            .findFirst()
            .orElseThrow()
            .group(1);

    private static final Instant BUILT = Instant.now().minusSeconds(60);
    private static final Instant BEFORE = BUILT.minusSeconds(60);

    @TempDir
    private Path root;

    @BeforeEach
    void makeTree() throws IOException {
        for (String module :
                Stream.concat(Stream.of("."), ComposeTests.modules()).toList()) {
            write(module + "/pom.xml", read(ROOT.resolve(module).resolve("pom.xml")), BEFORE);
        }
        for (String jar : JARS.split(" ")) {
            Path module = ProjectRoot.module(root, jar);
            write(root.relativize(module) + "/src/main/java/Some.java", "", BEFORE);
            Files.setLastModifiedTime(module.resolve("src/main/java"), FileTime.from(BEFORE));
            Files.setLastModifiedTime(module.resolve("src/main"), FileTime.from(BEFORE));
            write(root.relativize(module) + "/target/" + jar + ".jar", "", BUILT);
        }
    }

    private void write(String path, String content, Instant at) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        Files.setLastModifiedTime(file, FileTime.from(at));
    }

    /** Their names in the order of the alphabet. */
    private String stale() throws IOException, InterruptedException {
        String script = "set -eu; root=$1; . \"$2/tools/stale.sh\"; for one in " + JARS
                + "; do if is_stale \"$one\"; then echo \"$one\"; fi; done";
        Process shell = new ProcessBuilder("sh", "-c", script, "sh", root.toString(), ROOT.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).as(said).isZero();
        return said.lines().sorted().collect(joining(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "libs/storefront/src/main/resources/static/index.html, gateway",
        "docs/course/01-the-race.md, lock-lab",
        "docs/course/zh/01-the-race.md, lock-lab",
        "docs/glossary.zh-CN.md, lock-lab",
        "docs/decisions/0015-x.md, lock-lab",
        "libs/fair-entry/src/main/resources/lua/entry/enter.lua, lock-lab stock-service",
        "tests/src/test/java/io/flashsale/system/fault/CrashIT.java, lock-lab",
        "sql/order/V2__orders.sql, lock-lab order-service",
        "sql/shared/V21__admin_changes.sql, coupon-service order-service stock-service",
        "sql/lab/V3__x.sql, lock-lab",
        "tools/cli/src/main/java/Some.java, auditor control-room devstack lock-lab",
        "tools/auditor/pom.xml, auditor control-room lock-lab",
        "pom.xml, auditor control-room coupon-service devstack gateway lock-lab order-service stock-service",
        "docs/performance.md, ''",
        "docs/decisions/0001-x.md, ''",
        "gateway/src/test/java/Some.java, ''",
        "tools/load/src/main/java/Some.java, ''",
        "sql/README.md, ''",
    })
    void areThoseThatAreMadeFromWhatHasChanged(String file, String jars) throws Exception {
        write(file, "", Instant.now());
        if (file.endsWith("pom.xml")) {
            write(file, read(ROOT.resolve(file)), Instant.now());
        }
        assertThat(stale()).isEqualTo(jars);
    }

    @Test
    void areThoseWhereASourceWasRemovedOrTheJar() throws Exception {
        Files.delete(root.resolve("order-service/src/main/java/Some.java"));
        Files.delete(root.resolve("coupon-service/target/coupon-service.jar"));
        assertThat(stale()).isEqualTo("coupon-service order-service");
    }
}
