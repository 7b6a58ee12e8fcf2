package io.flashsale.system.project;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.all;
import static io.flashsale.system.project.ComposeTests.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Checks files that no build reads: CI's workflows and the development container. */
class RepositoryTests {

    private static final String POM = read(ROOT.resolve("pom.xml"));

    private static String inThePom(String regex) {
        return all(regex, POM).findFirst().orElseThrow().group(1);
    }

    private static final String JAVA = inThePom("<java.version>(\\d+)</java.version>");

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

    /** The owner of a tag can move it to another commit. */
    @Test
    void namesTheCommitOfEveryAction() throws IOException {
        try (Stream<Path> workflows = Files.list(ROOT.resolve(".github/workflows"))) {
            assertThat(workflows.flatMap(workflow -> all("uses: (\\S+)", read(workflow)))
                            .map(use -> use.group(1)))
                    .isNotEmpty()
                    .allMatch(action -> action.matches("[\\w/-]+@[0-9a-f]{40}"));
        }
    }

    private JsonNode job(String name) {
        return ComposeTests.yaml(".github/workflows/" + name + ".yml")
                .path("jobs")
                .path(name);
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
