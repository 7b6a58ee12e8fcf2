package io.flashsale.locklab.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The sources of the schemes, which the build packs for the course. */
final class SchemeSources {

    private static final String FOLDER = "/course-files/learn/lock-lab/src/main/java/";

    private SchemeSources() {}

    /** A path such as {@code io/flashsale/…/OwnerLock.java}. */
    static String pathOf(Class<?> type) {
        return type.getName().replace('.', '/') + ".java";
    }

    static String textOf(Class<?> type) {
        try (InputStream in = SchemeSources.class.getResourceAsStream(FOLDER + pathOf(type))) {
            if (in == null) {
                throw new IllegalStateException("the source of " + type + " was not packed");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
