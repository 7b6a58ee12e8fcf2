package io.flashsale.system.project;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.all;
import static io.flashsale.system.project.ComposeTests.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What stands around the modules, and no build reads: CI's workflow, the development container, the badges, some of the documents. */
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
        assertThat(steps.findValuesAsString("uses"))
                .as("actions of a major version that somebody chose")
                .isNotEmpty()
                .allMatch(action -> action.matches("actions/[\\w-]+@v\\d+"));
    }

    /** What Maven refuses by itself: nobody would notice if it did no longer. */
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

    /** What CI leaves out runs on the same machine. */
    @Test
    void runsOnceAWeekOnTheMachineOfCiWhatCiLeavesOut() {
        JsonNode ci = job("ci");
        JsonNode chaos = job("chaos");
        assertThat(chaos.path("timeout-minutes").asInt()).isBetween(1, 360);
        assertThat(chaos.path("container")).isEqualTo(ci.path("container"));
        assertThat(chaos.path("runs-on")).isEqualTo(ci.path("runs-on"));
        for (String field : List.of("uses", "java-version")) {
            assertThat(chaos.path("steps").findValuesAsString(field))
                    .isEqualTo(ci.path("steps").findValuesAsString(field));
        }
        assertThat(String.join("\n", chaos.path("steps").findValuesAsString("run")))
                .contains(ci.path("steps").findValuesAsString("run").getFirst(), "verify -P chaos");
    }

    private JsonNode job(String name) {
        JsonNode workflow = json.valueToTree(new Yaml().load(read(ROOT.resolve(".github/workflows/" + name + ".yml"))));
        return workflow.path("jobs").path(name);
    }

    @Test
    void developsInAContainerWithTheSameJdk() {
        JsonNode container = json.readTree(read(ROOT.resolve(".devcontainer/devcontainer.json")));
        String dockerfile = container.path("build").path("dockerfile").asString();
        assertThat(read(ROOT.resolve(".devcontainer").resolve(dockerfile)))
                .contains("FROM eclipse-temurin:" + JAVA + "-jdk");
        assertThat(container.path("postCreateCommand").asString()).startsWith("mvn ");
    }

    @Test
    void namesOnItsBadgesTheVersionsOfThePom() {
        String boot = inThePom("(?s)<artifactId>spring-boot-starter-parent</artifactId>\\s*<version>(\\d+\\.\\d+)");
        String licence = inThePom("(?s)<license>\\s*<name>([^<]+)</name>");
        assertThat(badge("java")).contains(">" + JAVA + "<");
        assertThat(badge("spring-boot")).contains(">" + boot + "<");
        assertThat(badge("licence")).contains(">" + licence + "<");
        assertThat(Markdown.of("README.md").text()).contains("Java " + JAVA, "Spring Boot " + boot, licence);
    }

    private static String badge(String name) {
        return read(ROOT.resolve("docs/images/badges").resolve(name + ".svg"));
    }

    /** What holds in part is said in words below the tables. */
    @Test
    void saysOfEachItemOfTheSecurityStandardEitherThatItHoldsOrThatItDoesNot() {
        String security = read(ROOT.resolve("docs/security.md"));
        Set<String> holding = items(security, "Nobody gets in");
        Set<String> missing = items(security, "What does not hold");
        assertThat(holding).hasSizeGreaterThan(100);
        assertThat(missing).hasSizeGreaterThan(20);
        assertThat(holding).doesNotContainAnyElementsOf(missing);
    }

    /** The numbers in the first column of a section's table. */
    private static Set<String> items(String text, String heading) {
        String section = text.substring(text.indexOf("\n## " + heading) + 4).split("\n## ", 2)[0];
        Set<String> items = new TreeSet<>();
        all("(?m)^\\| (\\d[^|]*) \\|", section)
                .flatMap(cell -> all("(\\d+\\.\\d+)\\.(\\d+)(?: to \\1\\.(\\d+))?", cell.group(1)))
                .forEach(item -> IntStream.rangeClosed(
                                Integer.parseInt(item.group(2)),
                                Integer.parseInt(item.group(3) == null ? item.group(2) : item.group(3)))
                        .forEach(last -> items.add(item.group(1) + "." + last)));
        return items;
    }

    @Test
    void makesItsPicturesByACommand() {
        assertThat(Files.isExecutable(ROOT.resolve("ops/update-screenshots"))).isTrue();
        assertThat(read(ROOT.resolve("ops/update-screenshots"))).contains("-Dit.test=PicturesIT");
    }
}
