package io.flashsale.benchmark;

import static io.flashsale.benchmark.Bench.say;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Another revision of the project, built in its own Git worktree, which stays for the next comparison. */
record Revision(String commit, Path root) {

    private static final String BUILT = "target/bench.built";

    /**
     * Checks the revision out below {@code tools/bench/target}, and builds it unless an earlier run has.
     *
     * @param ref anything that Git resolves to a commit
     * @throws BenchFailedException if there is no such commit, or it cannot be built
     */
    static Revision built(Path project, String ref) throws IOException {
        String commit = run(project, List.of("git", "rev-parse", "--verify", "--quiet", "--short", ref + "^{commit}"))
                .strip();
        Path root = project.resolve("tools/bench/target/revision-" + commit);
        if (!Files.isRegularFile(root.resolve(BUILT))) {
            say("building %s in %s", commit, root);
            if (!Files.exists(root)) {
                // The worktree of an earlier run may have been deleted with the folder target.
                run(project, List.of("git", "worktree", "prune"));
                run(project, List.of("git", "worktree", "add", "--detach", root.toString(), commit));
            }
            run(root, List.of("mvn", "-q", "-B", "-DskipTests", "package"));
            Files.createDirectories(root.resolve(BUILT).getParent());
            Files.writeString(root.resolve(BUILT), commit);
        }
        return new Revision(commit, root);
    }

    /** Returns the command's output. */
    private static String run(Path folder, List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            int status = process.waitFor();
            if (status != 0) {
                throw new BenchFailedException("%s failed in %s (exit status %d) %s"
                        .formatted(String.join(" ", command), folder, status, lastLines(output))
                        .strip());
            }
            return output;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailedException("interrupted", e);
        }
    }

    private static String lastLines(String output) {
        List<String> lines = output.lines().toList();
        return String.join(System.lineSeparator(), lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    }
}
