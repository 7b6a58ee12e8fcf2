package io.flashsale.devstack.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the documents and chapters of the working copy that explain a fault. */
final class FaultDocuments {

    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,60}");

    private final Path docs;

    FaultDocuments(Path root) {
        this.docs = root.resolve("docs");
    }

    /**
     * The text of a document or chapter, in Chinese if that is requested and exists.
     *
     * @param name such as {@code failures} or {@code 07-more-than-one-redis}
     */
    Optional<String> find(String name, boolean chinese) throws IOException {
        if (!NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        Path course = docs.resolve("course");
        Stream<Path> translated =
                Stream.of(course.resolve("zh").resolve(name + ".md"), docs.resolve(name + ".zh-CN.md"));
        Stream<Path> original = Stream.of(course.resolve(name + ".md"), docs.resolve(name + ".md"));
        Optional<Path> file = Stream.concat(chinese ? translated : Stream.empty(), original)
                .filter(Files::isRegularFile)
                .findFirst();
        return file.isPresent() ? Optional.of(Files.readString(file.get())) : Optional.empty();
    }
}
