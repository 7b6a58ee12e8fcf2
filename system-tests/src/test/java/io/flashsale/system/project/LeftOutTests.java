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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Maven's last words: the name of each test that was left out, and a command that runs them, which CI does. */
class LeftOutTests {

    private List<String> said;

    @BeforeEach
    void listen() throws IOException, InterruptedException {
        Process script = new ProcessBuilder(ROOT.resolve("ops/left-out.sh").toString())
                .redirectErrorStream(true)
                .start();
        try (var output = script.inputReader()) {
            said = output.lines().toList();
        }
        assertThat(script.waitFor()).isZero();
    }

    @Test
    void nameEachTestWithTheTagOfThisModule() {
        List<String> tagged = new ClassFileImporter()
                .importPackages("io.flashsale.system").stream()
                        .flatMap(each -> each.getMethods().stream())
                        .filter(method -> method.isAnnotatedWith(Tag.class)
                                && method.getAnnotationOfType(Tag.class).value().equals("long"))
                        .map(LeftOutTests::name)
                        .toList();
        assertThat(tagged).isNotEmpty();
        assertThat(said).containsAll(tagged);
    }

    private static String name(JavaMethod method) {
        return "  system-tests   " + method.getOwner().getSimpleName() + "." + method.getName();
    }

    @Test
    void nameAsManyAsThereAreInAllModules() throws IOException {
        assertThat(said).filteredOn(line -> line.startsWith("  ")).hasSize(tags("long"));
    }

    @Test
    void sayHowManyNobodyRunsButWhoAsksForThem() throws IOException {
        assertThat(said)
                .contains("Left out here and by CI: " + tags("chaos")
                        + " tests that break or load the whole system, for hours: mvn verify -P chaos");
        assertThat(read(ROOT.resolve(".ci/run"))).doesNotContain("-P chaos");
    }

    /** How often the tag stands before a test or a class of tests. */
    private static int tags(String tag) throws IOException {
        int tags = 0;
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.toList()) {
                tags += tagsIn(module.resolve("src/test/java"), tag);
            }
        }
        return tags;
    }

    private static int tagsIn(Path sources, String tag) throws IOException {
        if (!Files.isDirectory(sources)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith("IT.java"))
                    .mapToInt(file -> (int)
                            all("(?m)^ *@Tag\\(\"" + tag + "\"\\)$", read(file)).count())
                    .sum();
        }
    }

    @Test
    void nameACommandThatIsRun() {
        String command = said.getLast().replaceAll(".*only them: ", "");
        assertThat(command).startsWith("mvn ");
        assertThat(read(ROOT.resolve(".ci/run"))).contains(" " + command + " ");
    }
}
