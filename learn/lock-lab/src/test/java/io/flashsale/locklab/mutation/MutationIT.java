package io.flashsale.locklab.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.CaseCatalogue;
import io.flashsale.locklab.MoreTime;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.mutation.Mutation.Edit;
import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.run.RunListener;
import io.flashsale.locklab.run.RunReport;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.Sizes;
import io.flashsale.locklab.scenario.Verdict;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Removes each lock and demands that what held with it now fails, by the failure that the mutation names and nothing
 * that does not follow from it. {@code CasesIT} runs the unchanged scenarios in the same way, on real processes and
 * servers.
 */
class MutationIT {

    private static final Sizes SIZES = new Sizes(100, 20, 2, Duration.ofSeconds(5));

    /** A crowd without a lock fails only if two of it meet, which on a slow machine may take several runs. */
    private static final int CROWDS = 20;

    /** Schemes on one Redis, so that no other server has to start. */
    private static final List<String> FEW = List.of(
            "A3/one-at-a-time",
            "A3/all-read-first",
            "A4/holder-throws",
            "A6/crowd",
            "A7/frees-anothers-lock",
            "A8/pause-before-delete",
            "A11/enters-again");

    @AutoClose
    private static final Laboratory LABORATORY = new Laboratory(
            Path.of("target/lab-mutation-" + ProcessHandle.current().pid()));

    private static int round = -1;

    static Stream<Arguments> few() {
        return runs(FEW::contains);
    }

    static Stream<Arguments> theOthers() {
        return runs(scenario -> !FEW.contains(scenario));
    }

    private static Stream<Arguments> runs(Predicate<String> wanted) {
        return IntStream.range(0, Mutations.rounds().size())
                .boxed()
                .flatMap(number -> Mutations.rounds().get(number).stream()
                        .flatMap(mutation -> mutation.broken().keySet().stream()
                                .filter(wanted)
                                .map(scenario -> Arguments.of(scenario, mutation, number))));
    }

    @ParameterizedTest(name = "{0} with {1}")
    @MethodSource("few")
    void doesNotHoldWithoutItsLock(String where, Mutation mutation, int inRound) throws Exception {
        if (round != inRound) {
            LABORATORY.lookForClassesIn(compiled(
                    Mutations.rounds().get(inRound),
                    Path.of("target/mutants-" + ProcessHandle.current().pid() + "/" + inRound)));
            round = inRound;
        }
        String[] words = where.split("/");
        Case what = CaseCatalogue.find(words[0]).orElseThrow();
        Scenario scenario = what.scenario(words[1]).orElseThrow();

        RunReport report = LABORATORY.run(what, scenario, SIZES, RunListener.NOBODY);
        for (int run = 1; words[1].equals("crowd") && run < CROWDS && report.verdict() != Verdict.FAILS; run++) {
            report = LABORATORY.run(what, scenario, SIZES, RunListener.NOBODY);
        }
        if (report.verdict() != Verdict.FAILS && MoreTime.helps(what, scenario)) {
            report = LABORATORY.run(what, MoreTime.given(scenario), SIZES, RunListener.NOBODY);
        }

        Failure failure = mutation.broken().get(where);
        assertThat(scenario.failsBy(Objects.requireNonNull(failure), report.findings()))
                .as("%s with %s fails by %s, and finds %s", where, mutation, failure, report.findings())
                .isTrue();
        assertThat(report.asStated()).isFalse();
    }

    @Tag("weekly")
    @ParameterizedTest(name = "{0} with {1}")
    @MethodSource("theOthers")
    void noneHoldsWithoutItsLock(String where, Mutation mutation, int inRound) throws Exception {
        doesNotHoldWithoutItsLock(where, mutation, inRound);
    }

    /** Writes the changed classes and scripts of all these mutations to a directory, which workers search first. */
    private static Path compiled(List<Mutation> mutations, Path directory) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        for (Mutation mutation : mutations) {
            for (Edit edit : mutation.edits()) {
                String text = files.getOrDefault(edit.target(), edit.original());
                files.put(edit.target(), edit.applyTo(text));
            }
        }
        Path sources = directory.resolve("sources");
        Path classes = Files.createDirectories(directory.resolve("classes"));
        List<Path> toCompile = new ArrayList<>();
        for (Map.Entry<String, String> file : files.entrySet()) {
            boolean isScript = file.getKey().endsWith(".lua");
            Path target = (isScript ? classes : sources).resolve(file.getKey());
            Files.createDirectories(Objects.requireNonNull(target.getParent()));
            Files.writeString(target, file.getValue());
            if (!isScript) {
                toCompile.add(target);
            }
        }
        if (!toCompile.isEmpty()) {
            compile(toCompile, classes);
        }
        return classes;
    }

    private static void compile(List<Path> files, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            StringWriter said = new StringWriter();
            List<String> options = List.of(
                    "-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none", "-nowarn");
            assertThat(compiler.getTask(said, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                            .call())
                    .as(said.toString())
                    .isTrue();
        }
    }
}
