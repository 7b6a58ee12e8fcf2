package io.flashsale.locklab.course;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * The repository files that the course consists of or links to, by their paths. The build packs them (see the POM).
 * Nothing else is ever read, whatever a request asks for.
 */
final class CourseFiles {

    private static final String FOLDER = "course-files/";

    private final Map<String, Resource> files = new TreeMap<>();

    CourseFiles() {
        try {
            for (Resource file :
                    new PathMatchingResourcePatternResolver().getResources("classpath*:" + FOLDER + "**/*.*")) {
                String url = file.getURL().toString();
                files.put(url.substring(url.lastIndexOf(FOLDER) + FOLDER.length()), file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All paths, in alphabetical order. */
    Set<String> paths() {
        return files.keySet();
    }

    Optional<String> text(String path) {
        return Optional.ofNullable(files.get(path)).map(file -> {
            try {
                return file.getContentAsString(StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
