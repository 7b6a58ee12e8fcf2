package io.flashsale.system.project;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.all;
import static io.flashsale.system.project.ComposeTests.read;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks files that no build reads: CI's workflow, the development container, and the badges. */
class RepositoryTests {

    private static final String POM = read(ROOT.resolve("pom.xml"));

    private static String inThePom(String regex) {
        return all(regex, POM).findFirst().orElseThrow().group(1);
    }

    private static final String JAVA = inThePom("<java.version>(\\d+)</java.version>");

    private final JsonMapper json = new JsonMapper();

    @Test
    void runsInCiWhatIsWrittenInOnePlace() {
        JsonNode steps = job("ci").path("steps");
        assertThat(steps.findValuesAsString("run")).contains("bash .ci/run");
        assertThat(ROOT.resolve(".ci/run")).exists();
        assertThat(steps.findValuesAsString("java-version")).containsExactly(JAVA);
    }

    /** Maven's own checks stay configured; otherwise their removal would go unnoticed. */
    @Test
    void isNotBuiltOtherwiseTomorrow() {
        String enforcer = inThePom("(?s)<artifactId>maven-enforcer-plugin</artifactId>(.*?)</plugin>");
        assertThat(enforcer)
                .contains(
                        "<goal>enforce</goal>",
                        "<requirePluginVersions>",
                        "<requireUpperBoundDeps/>",
                        "<banDynamicVersions>",
                        "<bannedDependencies>")
                .doesNotContain("<skip>", "<fail>");
    }

    /** Tests that CI leaves out still run on the same machine. */
    @Test
    void runsOnceAWeekOnTheMachineOfCiWhatCiLeavesOut() {
        JsonNode ci = job("ci");
        JsonNode chaos = job("chaos");
        assertThat(chaos.path("container")).isEqualTo(ci.path("container"));
        assertThat(chaos.path("runs-on")).isEqualTo(ci.path("runs-on"));
        assertThat(chaos.path("steps").findValuesAsString("java-version")).containsExactly(JAVA);
        assertThat(String.join("\n", chaos.path("steps").findValuesAsString("run")))
                .contains(ci.path("steps").findValuesAsString("run").getFirst(), "verify -P chaos");
        assertThat(workflow("chaos")).contains("\n  schedule:\n");
        assertThat(read(ROOT.resolve(".ci/run"))).doesNotContain("-P chaos");
    }

    private JsonNode job(String name) {
        JsonNode workflow = json.valueToTree(new Yaml().load(workflow(name)));
        return workflow.path("jobs").path(name);
    }

    private static String workflow(String name) {
        return read(ROOT.resolve(".github/workflows").resolve(name + ".yml"));
    }

    @Test
    void developsInAContainerWithTheSameJdk() {
        JsonNode container = json.readTree(read(ROOT.resolve(".devcontainer/devcontainer.json")));
        String dockerfile = container.path("build").path("dockerfile").asString();
        assertThat(read(ROOT.resolve(".devcontainer").resolve(dockerfile)))
                .contains("FROM eclipse-temurin:" + JAVA + "-jdk");
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
