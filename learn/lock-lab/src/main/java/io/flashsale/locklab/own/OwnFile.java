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

    private static final String JAVA = ".java";
    private static final String WITH_DEBUG_INFORMATION = "-g";
    private static final String WITHOUT = "-g:none";

    private OwnFile() {}

    /** @throws OwnFileException if the file does not exist, does not compile, or cannot be judged */
    public static OwnScheme compile(Path file) {
        OwnClasses classes = compiled(file, WITH_DEBUG_INFORMATION);
        String simpleName = String.valueOf(file.getFileName()).replace(JAVA, "");
        String wanted = classes.bytes().keySet().stream()
                .filter(each -> each.equals(simpleName) || each.endsWith("." + simpleName))
                .findFirst()
                .orElseThrow(() -> new OwnFileException("the file has no class " + simpleName));
        return new OwnScheme(classes.load(wanted), classes);
    }

    /**
     * The classes of a file that replaces a class of the lab.
     *
     * @throws OwnFileException if the file does not exist, does not compile, or lacks the class
     */
    public static OwnClasses classes(Path file, String className) {
        OwnClasses classes = compiled(file, WITH_DEBUG_INFORMATION);
        if (!classes.bytes().containsKey(className)) {
            throw new OwnFileException(file + " has no class " + className);
        }
        return classes;
    }

    /** Whether both files compile to the same classes. Comments and line breaks make no difference. */
    public static boolean areTheSame(Path one, Path other) {
        return compiled(one, WITHOUT).text().equals(compiled(other, WITHOUT).text());
    }

    private static OwnClasses compiled(Path file, String debugInformation) {
        if (!file.toString().endsWith(JAVA)) {
            throw new OwnFileException(file + " is no Java file");
        }
        if (!Files.isRegularFile(file)) {
            throw new OwnFileException("there is no file " + file);
        }
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "this is a JRE, no JDK");
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager standard = compiler.getStandardFileManager(said, Locale.ENGLISH, null);
                InMemoryCompilation memory = new InMemoryCompilation(standard)) {
            List<String> options = List.of("-proc:none", "-nowarn", debugInformation);
            boolean compiled = compiler.getTask(null, memory, said, options, null, standard.getJavaFileObjects(file))
                    .call();
            if (!compiled) {
                throw new OwnFileException(firstError(file, said));
            }
            return memory.classes();
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
}
