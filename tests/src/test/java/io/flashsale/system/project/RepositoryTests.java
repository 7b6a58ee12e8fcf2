package io.flashsale.system.project;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.all;
import static io.flashsale.system.project.ComposeTests.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Checks files that no build reads: workflows, the development container, and where a version is written. */
class RepositoryTests {

    private static final String POM = read(ROOT.resolve("pom.xml"));

    private static String inThePom(String regex) {
        return all(regex, POM).findFirst().orElseThrow().group(1);
    }

    private static final String JAVA = inThePom("<java.version>(\\d+)</java.version>");

    /** The version that is released next; until then, Maven's has a suffix. */
    static final String VERSION =
            inThePom("<artifactId>flash-sale</artifactId>\\s*<version>([\\d.]+)(-SNAPSHOT)?</version>");

    /** Tests that CI leaves out still run on the same machine. */
    @Test
    void runsOnceAWeekOnTheMachineOfCiWhatCiLeavesOut() {
        JsonNode ci = job("ci");
        JsonNode weekly = job("weekly");
        assertThat(weekly.path("container")).isEqualTo(ci.path("container"));
        assertThat(weekly.path("runs-on")).isEqualTo(ci.path("runs-on"));
        assertThat(ci.path("steps").findValuesAsString("run")).contains("bash .ci/run");
        assertThat(ci.path("steps").findValuesAsString("java-version")).containsExactly(JAVA);
        assertThat(weekly.path("steps").findValuesAsString("java-version")).containsExactly(JAVA);
        assertThat(read(ROOT.resolve(".devcontainer/Dockerfile"))).contains("FROM eclipse-temurin:" + JAVA + "-jdk");
        assertThat(String.join("\n", weekly.path("steps").findValuesAsString("run")))
                .contains(ci.path("steps").findValuesAsString("run").getFirst(), "verify -P weekly");
        assertThat(read(ROOT.resolve(".github/workflows/weekly.yml"))).contains("\n  schedule:\n");
        assertThat(read(ROOT.resolve(".ci/run"))).doesNotContain("-P weekly");
    }

    /** The owner of a tag can move it to another commit. A workflow of this repository comes from the same commit. */
    @Test
    void namesTheCommitOfEveryAction() throws IOException {
        try (Stream<Path> workflows = Files.list(ROOT.resolve(".github/workflows"))) {
            assertThat(workflows
                            .flatMap(workflow -> all("uses: (\\S+)", read(workflow)))
                            .map(use -> use.group(1)))
                    .isNotEmpty()
                    .allMatch(action -> action.matches("[\\w/-]+@[0-9a-f]{40}|\\./\\.github/workflows/[\\w-]+\\.yml"));
        }
    }

    private JsonNode job(String name) {
        return ComposeTests.yaml(".github/workflows/" + name + ".yml")
                .path("jobs")
                .path(name);
    }

    @Test
    void hasOneVersion() {
        JsonNode chart = ComposeTests.yaml("deploy/helm/flash-sale/Chart.yaml");
        JsonNode values = ComposeTests.yaml("deploy/helm/flash-sale/values.yaml");
        assertThat(Stream.of(chart.path("version"), chart.path("appVersion"), values.at("/image/tag"))
                        .map(JsonNode::asString))
                .containsOnly(VERSION);
        assertThat(Stream.of("docker-compose.yml", "compose.demo.yml")
                        .flatMap(file -> all("image: flash-sale/\\S+:(\\S+)", read(ROOT.resolve(file))))
                        .map(image -> image.group(1)))
                .containsOnly(VERSION);
    }

    @Test
    void releasesOnlyTheVersionThatIsSetEverywhereAndDescribed(@TempDir Path copy) throws Exception {
        List<String> versioned = List.of(
                "pom.xml",
                "tests/pom.xml",
                "tools/load/distribution/pom.xml",
                "deploy/helm/flash-sale/Chart.yaml",
                "deploy/helm/flash-sale/values.yaml",
                "docker-compose.yml",
                "compose.demo.yml");
        for (String file : versioned) {
            Path target = copy.resolve(file);
            Files.createDirectories(target.getParent());
            Files.copy(ROOT.resolve(file), target);
        }
        Files.copy(ROOT.resolve("deploy/release"), copy.resolve("deploy/release"));
        Files.writeString(copy.resolve("CHANGELOG.md"), "## Unreleased\n- A lamp.\n## 98.7.5 - 2026-11-30\n- Two.\n");

        assertThat(release(copy, "check", "v98.7.6")).isNotZero();
        assertThat(release(copy, "set", "98.7.6")).isZero();
        assertThat(versioned)
                .allSatisfy(file -> assertThat(read(copy.resolve(file))).contains("98.7.6"));
        assertThat(release(copy, "check", "v98.7.6")).isZero();
        assertThat(release(copy, "check", "v98.7.5")).isNotZero();
        assertThat(release(copy, "set", "98.8.0-SNAPSHOT")).isZero();
        assertThat(release(copy, "check", "v98.8.0-SNAPSHOT")).isNotZero();
    }

    /** The exit status of {@code deploy/release}. */
    private static int release(Path root, String step, String argument) throws Exception {
        String script = root.resolve("deploy/release").toString();
        ProcessBuilder builder = new ProcessBuilder("sh", script, step, argument)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("REGISTRY", "registry.example.com/shop");
        return builder.start().waitFor();
    }

    @Test
    void namesOnItsBadgesTheVersionsOfThePom() {
        String boot = inThePom("(?s)<artifactId>spring-boot-starter-parent</artifactId>\\s*<version>(\\d+\\.\\d+)");
        String licence = inThePom("(?s)<license>\\s*<name>([^<]+)</name>");
        assertThat(badge("java")).contains(">" + JAVA + "<");
        assertThat(badge("spring-boot")).contains(">" + boot + "<");
        assertThat(badge("licence")).contains(">" + licence + "<");
        assertThat(MarkdownDocument.of("README.md").text()).contains("Java " + JAVA, "Spring Boot " + boot, licence);
    }

    private static String badge(String name) {
        return read(ROOT.resolve("docs/images/badges").resolve(name + ".svg"));
    }
}
