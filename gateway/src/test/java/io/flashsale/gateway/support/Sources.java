package io.flashsale.gateway.support;

import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;

/** What stands in sources, for tests that compare two of them. */
public final class Sources {

    private Sources() {}

    /** @param path from the root of the project */
    public static String read(String path) throws IOException {
        return Files.readString(ProjectRoot.find().resolve(path));
    }

    /** What the first group of the pattern matches, each time that the pattern is found. */
    public static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }
}
