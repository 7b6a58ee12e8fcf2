package io.flashsale.chaos.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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
            String commit = git("rev-parse", "--short", "HEAD").strip();
            String changes = git("status", "--porcelain", "--", ".", ":(exclude)" + relative(results));
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

    private String git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("git " + arguments[0] + " failed");
        }
        return output;
    }
}
