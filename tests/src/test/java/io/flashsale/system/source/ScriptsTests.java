package io.flashsale.system.source;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.all;
import static io.flashsale.system.project.ComposeTests.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** The start scripts on odd machines, with a Maven that makes empty files, and a Java that prints its arguments. */
class ScriptsTests {

    private static final List<String> STARTERS = List.of(
            "demo",
            "bench",
            "chaos",
            "simulate",
            "step",
            "jmeter/run",
            "jmeter/verdict",
            "learn/lock-lab/cases",
            "learn/lock-lab/judge",
            "learn/lock-lab/update-matrix",
            "tools/auditor/audit",
            "tools/auditor/restore");

    private static final String MVN = """
            #!/bin/sh
            if [ -n "${MAVEN_SAYS:-}" ]; then
              echo "$MAVEN_SAYS"
              exit 1
            fi
            for module in $(sed -n 's|.*<module>\\(.*\\)</module>.*|\\1|p' pom.xml); do
              mkdir -p "$module/target"
              : > "$module/target/${module##*/}.jar"
            done
            for file in auditor/target/audit.classpath bench/target/bench.classpath chaos/target/chaos.classpath \\
              simulation/target/simulation.classpath \\
              devstack/target/classes/io/flashsale/devstack/launcher/launcher.classpath \\
              devstack/target/classes/io/flashsale/devstack/server/servers.classpath \\
              judge/target/judge.classpath load/target/runner.classpath load/target/jmeter-home/bin/ApacheJMeter.jar; do
              mkdir -p "tools/${file%/*}"
              printf %s "$PWD/library.jar" > "tools/$file"
            done
            printf %s "$PWD/library.jar" > learn/steps/target/steps.classpath
            : > library.jar
            """;

    private static final String JAVA = """
            #!/bin/sh
            if [ "$1" = -version ]; then
              echo 'openjdk version "99"'
              exit
            fi
            echo "LC_ALL=${LC_ALL:-}"
            for argument in "$@"; do echo "$argument"; done
            """;

    @TempDir
    private Path folder;

    private Path root;

    /** What a script printed, its errors too, and its exit status. */
    private record Ended(int status, String output) {}

    @BeforeEach
    void makeTree() throws Exception {
        root = Files.createDirectory(folder.toRealPath().resolve("a shop"));
        Stream<String> poms =
                all("<module>(.*)</module>", read(ROOT.resolve("pom.xml"))).map(module -> module.group(1) + "/pom.xml");
        Stream<String> others = Stream.of(
                "tools/auditor/launch.sh",
                "tools/build.sh",
                "tools/jdk.sh",
                "tools/stale.sh",
                "tools/trace-viewer",
                "pom.xml");
        for (String file :
                Stream.of(poms, STARTERS.stream(), others).flatMap(each -> each).toList()) {
            Path copy = root.resolve(file);
            Files.createDirectories(copy.getParent());
            Files.copy(ROOT.resolve(file), copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
        program("bin/mvn", MVN);
        program("jdk/bin/java", JAVA);
        assertThat(run(root, Map.of(), "mvn").status()).isZero();
    }

    private void program(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Ended run(Path directory, Map<String, String> environment, String command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command)
                .directory(directory.toFile())
                .redirectErrorStream(true);
        Stream.of("LC_ALL", "LC_CTYPE", "LANG", "CDPATH", "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE")
                .forEach(builder.environment()::remove);
        builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
        builder.environment().merge("PATH", root.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }

    private String startOfJava() {
        return "\n-Dflashsale.root=" + root + "\n";
    }

    @ParameterizedTest
    @FieldSource("STARTERS")
    void startWithCdpathAndBehindALink(String script) throws Exception {
        String command = (script.contains("/") ? "" : "./") + script + " --help";
        Ended withCdpath = run(root, Map.of("CDPATH", root.toString()), command);
        assertThat(withCdpath.output()).endsWith("--help\n").contains(startOfJava());
        assertThat(withCdpath.status()).isZero();

        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.createSymbolicLink(elsewhere.resolve("link"), root.resolve(script));
        Ended linked = run(elsewhere, Map.of(), "./link --help");
        assertThat(linked.output()).endsWith("--help\n").contains(startOfJava());
        assertThat(linked.status()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"./demo --help", "./bench --help", "./chaos --help", "jmeter/run --help"})
    void buildAgainWhenMavensRepositoryHasBeenEmptied(String command) throws Exception {
        Files.delete(root.resolve("library.jar"));
        assertThat(run(root, Map.of(), command).output())
                .containsIgnoringCase("building")
                .contains(startOfJava());
        assertThat(root.resolve("library.jar")).exists();
        assertThat(run(root, Map.of(), command).output()).doesNotContainIgnoringCase("building");

        Files.delete(root.resolve("library.jar"));
        Ended offline = run(root, Map.of("MAVEN_SAYS", "[ERROR] Could not transfer artifact some:library"), command);
        assertThat(offline.status()).isNotZero();
        assertThat(offline.output().lines().skip(1))
                .singleElement()
                .asString()
                .contains("connect to it once, then run this again");
    }

    @Test
    void sayInOneLineThatTooFewFilesMayBeOpen() throws Exception {
        Ended refused = run(root, Map.of(), "ulimit -n 256 && exec ./demo --help");
        assertThat(refused.output())
                .startsWith("demo: a process may have only 256 files open here")
                .hasLineCount(1);
        assertThat(refused.status()).isEqualTo(1);
    }

    /** In the locale C, a JVM finds no file with a Chinese name. */
    @ParameterizedTest
    @CsvSource({"C, C.UTF-8", "POSIX, C.UTF-8", "'', C.UTF-8", "zh_CN.UTF-8, ''", "zh_CN.GB18030, ''"})
    void letJavaReadNamesInAllLetters(String lang, String chosen) throws Exception {
        assertThat(run(root, Map.of("LANG", lang), "./demo --help").output()).startsWith("LC_ALL=" + chosen + "\n");
    }

    @ParameterizedTest
    @CsvSource({
        "jaeger, at http://localhost:16686",
        "jaeger-all-in-one, at http://localhost:16686",
        "otel-desktop-viewer, at http://localhost:8000",
        "otel-tui, in this terminal",
    })
    void startTheTraceViewerThatIsInstalled(String viewer, String place) throws Exception {
        program("viewers/" + viewer, "#!/bin/sh\necho " + viewer + " runs\n");
        Ended ended = run(root, Map.of("PATH", root.resolve("viewers").toString()), "tools/trace-viewer");
        assertThat(ended.output())
                .startsWith(viewer + " shows traces " + place + ".")
                .contains("\nFLASHSALE_TRACING_OTLP_ENDPOINT=http://localhost:4318/v1/traces ./demo\n")
                .endsWith(viewer + " runs\n");
        assertThat(ended.status()).isZero();
    }

    @Test
    void sayInOneLineThatNoTraceViewerIsInstalled() throws Exception {
        Ended ended = run(root, Map.of("PATH", root.toString()), "tools/trace-viewer");
        assertThat(ended.output())
                .contains("jaeger, otel-desktop-viewer or otel-tui")
                .hasLineCount(1);
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void haveTheLineEndsOfUnixInAnyClone() throws Exception {
        Files.copy(ROOT.resolve(".gitattributes"), root.resolve(".gitattributes"));
        Ended cloned = run(
                root,
                Map.of("GIT_CONFIG_GLOBAL", "/dev/null"),
                "git init -q . && git add .gitattributes demo"
                        + " && git -c user.name=nobody -c user.email=nobody@example.org commit -q -m one"
                        + " && git -c core.autocrlf=true clone -q . ../clone");
        assertThat(cloned.status()).as(cloned.output()).isZero();
        assertThat(folder.resolve("clone/demo")).hasSameTextualContentAs(root.resolve("demo"));
        assertThat(Files.readString(folder.resolve("clone/demo"))).doesNotContain("\r");
    }
}
