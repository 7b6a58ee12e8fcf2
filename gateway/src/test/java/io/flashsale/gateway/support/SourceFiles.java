package io.flashsale.gateway.support;

import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;

/** Reads source files, for tests that compare two of them. */
public final class SourceFiles {

    private SourceFiles() {}

    /** @param path from the project's root */
    public static String read(String path) throws IOException {
        return Files.readString(ProjectRoot.find().resolve(path));
    }

    /** The first group of each match. */
    public static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }
}
