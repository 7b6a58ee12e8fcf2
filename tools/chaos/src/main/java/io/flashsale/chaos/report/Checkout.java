package io.flashsale.chaos.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The project's folder as a Git checkout. */
public record Checkout(Path root) {

    /**
     * The short name of the commit, with {@code +changes} if the folder differs from it.
     *
     * @param results a file that may differ, as it does after each round
     * @return {@code unknown} outside of a checkout
     */
    public String commit(Path results) throws InterruptedException {
        try {
            String commit = output("git", "rev-parse", "--short", "HEAD").strip();
            String changes = output("git", "status", "--porcelain", "--", ".", ":(exclude)" + relative(results));
            return changes.isBlank() ? commit : commit + "+changes";
        } catch (IOException noGitOrNoCheckout) {
            return "unknown";
        }
    }

    /** Git refuses paths outside the folder; results there do not change the checkout. */
    private String relative(Path results) {
        Path whole = results.toAbsolutePath().normalize();
        return whole.startsWith(root) ? root.relativize(whole).toString() : "nothing";
    }

    private String output(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " failed");
        }
        return output;
    }
}
