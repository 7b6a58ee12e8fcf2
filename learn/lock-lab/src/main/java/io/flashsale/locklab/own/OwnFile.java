package io.flashsale.locklab.own;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A user's Java file, compiled in memory against this process's classes. Never one from the network. */
public final class OwnFile {

    private static final List<String> OPTIONS = List.of("-proc:none", "-nowarn", "-g");

    private OwnFile() {}

    /** @throws OwnFileException if the file does not exist, does not compile, or cannot be judged */
    public static OwnScheme compile(Path file) {
        String name = String.valueOf(file.getFileName());
        if (!name.endsWith(".java")) {
            throw new OwnFileException(file + " is no Java file");
        }
        if (!Files.isRegularFile(file)) {
            throw new OwnFileException("there is no file " + file);
        }
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "this is a JRE, no JDK");
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager standard = compiler.getStandardFileManager(said, Locale.ENGLISH, null);
                InMemoryCompilation memory = new InMemoryCompilation(standard)) {
            boolean compiled = compiler.getTask(null, memory, said, OPTIONS, null, standard.getJavaFileObjects(file))
                    .call();
            if (!compiled) {
                throw new OwnFileException(firstError(file, said));
            }
            return schemeIn(name.substring(0, name.length() - ".java".length()), memory.classes());
        } catch (IOException e) {
            throw new OwnFileException(file + " cannot be read: " + e.getMessage());
        }
    }

    /** In English, which is javac's root; asked for ENGLISH, it would prefer a bundle of the default locale. */
    private static String firstError(Path file, DiagnosticCollector<JavaFileObject> said) {
        return said.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .findFirst()
                .map(each -> file + ":" + each.getLineNumber() + ": "
                        + each.getMessage(Locale.ROOT).strip().replaceAll("\\s*\\n\\s*", "; "))
                .orElse(file + " does not compile");
    }

    private static OwnScheme schemeIn(String simpleName, OwnClasses classes) {
        String wanted = classes.bytes().keySet().stream()
                .filter(each -> each.equals(simpleName) || each.endsWith("." + simpleName))
                .findFirst()
                .orElseThrow(() -> new OwnFileException("the file has no class " + simpleName));
        return new OwnScheme(classes.load(wanted), classes);
    }
}
