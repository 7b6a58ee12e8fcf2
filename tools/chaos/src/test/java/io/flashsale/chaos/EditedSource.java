package io.flashsale.chaos;

import java.io.File;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.JavaFileObject.Kind;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles classes with a changed source, for {@link EditedClasses} to load. */
final class EditedSource {

    private EditedSource() {}

    /**
     * Compiles a class into the folder.
     *
     * @param classPath of the service that runs it
     * @throws IllegalArgumentException if it cannot be compiled
     */
    static void compile(String name, String source, Path folder, List<Path> classPath) {
        StringWriter errors = new StringWriter();
        SimpleJavaFileObject file = new SimpleJavaFileObject(URI.create("edited:///" + name + ".java"), Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        List<String> options = List.of(
                "-parameters",
                "-proc:none",
                "-nowarn",
                "-d",
                folder.toString(),
                "-cp",
                classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        if (!ToolProvider.getSystemJavaCompiler()
                .getTask(errors, null, null, options, null, List.of(file))
                .call()) {
            throw new IllegalArgumentException(name + ": " + errors);
        }
    }
}
