package io.flashsale.steps.check;

import io.flashsale.commandline.UsageException;
import io.flashsale.devstack.process.AotUse;
import io.flashsale.devstack.server.Binaries;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The learner's copies of steps in {@code my-steps}, and how far they have come. */
final class MySteps {

    private static final String SOURCES = "learn/steps/src/main/java/io/flashsale/steps/";
    private static final String RESOURCES = "learn/steps/src/main/resources/io/flashsale/steps/";

    private final Path root;

    /** @param root of the project */
    MySteps(Path root) {
        this.root = root;
    }

    /**
     * Copies the files of a step into a folder of its own.
     *
     * @throws UsageException if there is a copy already
     */
    Path copy(SchoolStep step) throws IOException {
        Path copy = folder(step);
        if (Files.exists(copy)) {
            throw new UsageException(copy + " is there already; delete it to begin again");
        }
        Files.createDirectories(copy);
        copyFiles(root.resolve(SOURCES + step.packageName()), copy);
        copyFiles(root.resolve(RESOURCES + step.packageName()), copy);
        return copy;
    }

    /**
     * Compiles the copy, which then takes the place of our steps on the class path.
     *
     * <p>Spring would find there what the learner has deleted.
     *
     * @param err for what the compiler says
     * @throws UsageException if there is no copy, or it does not compile, or has no program of that name
     */
    StepProgram compile(SchoolStep step, PrintStream err) throws IOException, InterruptedException {
        Path copy = folder(step);
        if (!Files.isDirectory(copy)) {
            throw new UsageException("there is no " + copy + "; ./step edit " + step.number() + " makes it");
        }
        Path classes = root.resolve(".flashsale/my-steps").resolve(step.packageName());
        Binaries.deleteTree(classes);
        Path ofPackage = Files.createDirectories(classes.resolve("io/flashsale/steps/" + step.packageName()));
        copyFiles(copy, ofPackage);
        copyShared("io/flashsale/steps/BuyAnswer.class", classes);
        copyShared("application.yaml", classes);
        String classPath = classes + ":" + libraries();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                "-parameters",
                "-proc:none",
                "-nowarn",
                "-cp",
                classPath,
                "-d",
                classes.toString()));
        files(copy).stream()
                .map(Path::toString)
                .filter(file -> file.endsWith(".java"))
                .forEach(command::add);
        Process compiler = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        err.print(output);
        if (compiler.waitFor() != 0) {
            throw new UsageException("your step in " + copy + " does not compile");
        }
        if (!Files.exists(classes.resolve(step.mainClass().replace('.', '/') + ".class"))) {
            throw new UsageException(
                    "your step in " + copy + " has no class " + step.mainClass() + ", which starts it");
        }
        return new StepProgram(step, classPath, AotUse.NONE);
    }

    /** What all steps share. */
    private static void copyShared(String resource, Path to) throws IOException {
        try (InputStream in = MySteps.class.getResourceAsStream("/" + resource)) {
            Files.copy(Objects.requireNonNull(in, resource), to.resolve(resource));
        }
    }

    private static String libraries() {
        URL location = MySteps.class.getProtectionDomain().getCodeSource().getLocation();
        String ours = Path.of(URI.create(location.toString())).toString();
        return Stream.of(System.getProperty("java.class.path").split(":"))
                .filter(entry -> !entry.equals(ours))
                .collect(Collectors.joining(":"));
    }

    /** The next hint on this step in the language of the environment; after the last one, all of them again. */
    String nextHint(SchoolStep step) throws IOException {
        String chinese = Locale.getDefault().getLanguage().equals("zh") ? ".zh-CN" : "";
        List<String> hints = Files.readString(root.resolve("learn/steps/hints" + chinese + ".md"))
                .split("(?m)^## ")[step.number()]
                .replaceAll("\n +", " ")
                .lines()
                .filter(line -> line.matches("\\d\\. .*"))
                .toList();
        int seen = Integer.parseInt(progress().getProperty("hints." + step.number(), "0"));
        int shown = Math.min(seen + 1, hints.size());
        note("hints." + step.number(), Integer.toString(shown));
        return String.join("\n", hints.subList(0, shown));
    }

    /** Notes whether the learner's copy does what the next step does. */
    void note(SchoolStep step, boolean passed) throws IOException {
        note("passed." + step.number(), passed ? "yes" : "no");
    }

    /** Whether there is a copy, and its last check passed. */
    boolean hasPassed(SchoolStep step) throws IOException {
        return Files.isDirectory(folder(step)) && "yes".equals(progress().getProperty("passed." + step.number()));
    }

    private void note(String key, String value) throws IOException {
        Properties progress = progress();
        progress.setProperty(key, value);
        Files.createDirectories(progressFile().getParent());
        try (OutputStream out = Files.newOutputStream(progressFile())) {
            progress.store(out, "Your progress in ./step");
        }
    }

    private Properties progress() throws IOException {
        Properties progress = new Properties();
        if (Files.exists(progressFile())) {
            try (InputStream in = Files.newInputStream(progressFile())) {
                progress.load(in);
            }
        }
        return progress;
    }

    private Path progressFile() {
        return root.resolve(".flashsale/steps-progress.properties");
    }

    private Path folder(SchoolStep step) {
        return root.resolve("my-steps").resolve(step.packageName());
    }

    private static void copyFiles(Path from, Path to) throws IOException {
        for (Path file : files(from)) {
            Files.copy(file, to.resolve(file.getFileName()));
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
