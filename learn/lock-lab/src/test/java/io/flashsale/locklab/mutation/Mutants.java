package io.flashsale.locklab.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles sources with the edits of mutations. */
final class Mutants {

    private Mutants() {}

    /** Writes the changed classes and scripts of all these mutations to a directory, which workers search first. */
    static Path compiled(List<Mutation> mutations, Path directory) throws IOException {
        Path sources = Files.createDirectories(directory.resolve("sources"));
        Path classes = Files.createDirectories(directory.resolve("classes"));
        for (Map.Entry<String, String> file : edited(mutations).entrySet()) {
            Path root = file.getKey().endsWith(".lua") ? classes : sources;
            Path target = root.resolve(file.getKey());
            Files.createDirectories(Objects.requireNonNull(target.getParent()));
            Files.writeString(target, file.getValue());
        }
        compile(sources, classes);
        return classes;
    }

    /** Maps each target to its changed text. */
    private static Map<String, String> edited(List<Mutation> mutations) {
        Map<String, String> files = new LinkedHashMap<>();
        for (Mutation mutation : mutations) {
            for (Edit edit : mutation.edits()) {
                String text = files.getOrDefault(edit.target(), edit.original());
                files.put(edit.target(), edit.applyTo(text));
            }
        }
        return files;
    }

    private static void compile(Path sources, Path classes) throws IOException {
        List<Path> files;
        try (var walk = Files.walk(sources)) {
            files = walk.filter(file -> file.toString().endsWith(".java")).toList();
        }
        if (files.isEmpty()) {
            return;
        }
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
