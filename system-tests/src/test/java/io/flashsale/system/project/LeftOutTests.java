package io.flashsale.system.project;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.all;
import static io.flashsale.system.project.ComposeTests.read;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Maven's last words: the name of each test that was left out, and a command that runs them, which CI does. */
class LeftOutTests {

    private static final Path SCRIPT = ROOT.resolve("ops/left-out.sh");

    private static List<String> said(String run) throws IOException, InterruptedException {
        Process script = new ProcessBuilder(SCRIPT.toString(), run)
                .redirectErrorStream(true)
                .start();
        List<String> said;
        try (var output = script.inputReader()) {
            said = output.lines().toList();
        }
        assertThat(script.waitFor()).isZero();
        return said;
    }

    @ParameterizedTest
    @CsvSource({"usual, long", "thorough, chaos"})
    void nameEachTestWithTheTagOfThisModule(String run, String tag) throws IOException, InterruptedException {
        List<String> tagged = new ClassFileImporter()
                .importPackages("io.flashsale.system").stream()
                        .flatMap(each -> each.getMethods().stream())
                        .filter(method -> method.isAnnotatedWith(Tag.class)
                                && method.getAnnotationOfType(Tag.class).value().equals(tag))
                        .map(LeftOutTests::name)
                        .toList();
        assertThat(tagged).isNotEmpty();
        assertThat(said(run)).containsAll(tagged);
    }

    private static String name(JavaMethod method) {
        return "  system-tests   " + method.getOwner().getSimpleName() + "." + method.getName();
    }

    @ParameterizedTest
    @CsvSource({"usual, long", "thorough, chaos"})
    void nameAsManyAsThereAreInAllModules(String run, String tag) throws IOException, InterruptedException {
        assertThat(said(run)).filteredOn(line -> line.startsWith("  ")).hasSize(tags(tag));
    }

    @Test
    void sayHowManyAreLeftOutByCiToo() throws IOException, InterruptedException {
        assertThat(said("usual"))
                .contains("Left out here and by .ci/run: " + tags("chaos")
                        + " tests, which together take hours: mvn verify -P chaos");
        assertThat(read(ROOT.resolve(".ci/run"))).doesNotContain("-P chaos");
    }

    /** The profiles tell the script which run it is. */
    @Test
    void areOfTheRunThatItIs() {
        String pom = read(ROOT.resolve("pom.xml"));
        assertThat(all("<tests.run>(\\w+)</tests.run>", pom).map(run -> run.group(1)))
                .containsExactly("usual", "thorough", "chaos");
        assertThat(read(ROOT.resolve("system-tests/pom.xml"))).contains("<argument>${tests.run}</argument>");
    }

    @Test
    void areAllOthersInTheProfileChaos() throws IOException, InterruptedException {
        assertThat(said("chaos")).singleElement().asString().endsWith(": mvn verify -P thorough");
    }

    /** {@code .ci/run}'s second call of Maven runs only these; Surefire's tests, whose names end otherwise, it leaves out. */
    @Test
    void areRunByFailsafe() throws IOException {
        assertThat(tags("long", "Tests.java") + tags("chaos", "Tests.java")).isZero();
    }

    /** How often the tag stands before a test or a class of tests that Failsafe runs. */
    private static int tags(String tag) throws IOException {
        return tags(tag, "IT.java");
    }

    private static int tags(String tag, String ending) throws IOException {
        int tags = 0;
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.toList()) {
                tags += tagsIn(module.resolve("src/test/java"), tag, ending);
            }
        }
        return tags;
    }

    private static int tagsIn(Path sources, String tag, String ending) throws IOException {
        if (!Files.isDirectory(sources)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .mapToInt(file -> (int)
                            all("(?m)^ *@Tag\\(\"" + tag + "\"\\)$", read(file)).count())
                    .sum();
        }
    }

    @Test
    void nameCommandsThatAreRun() throws IOException, InterruptedException {
        String command = said("usual").getLast().replaceAll(".*only them: ", "");
        assertThat(command).startsWith("mvn ");
        assertThat(read(ROOT.resolve(".ci/run"))).contains(" " + command + " ");
        String[] weekly = said("thorough").getLast().split(": ", 2);
        assertThat(weekly[1]).isEqualTo("mvn verify -P chaos");
        assertThat(weekly[0]).contains(" .github/workflows/chaos.yml ");
        assertThat(read(ROOT.resolve(".github/workflows/chaos.yml"))).contains(" verify -P chaos ", "\n  schedule:\n");
    }
}
