package io.flashsale.locklab.web;

import io.flashsale.locklab.trace.SourceLine;

/** The sources of the schemes, which the build packs for the course. */
final class SchemeSources {

    private SchemeSources() {}

    /** A path such as {@code io/flashsale/…/OwnerLock.java}. */
    static String pathOf(Class<?> type) {
        return type.getName().replace('.', '/') + ".java";
    }

    static String textOf(Class<?> type) {
        return SourceLine.textOf(pathOf(type))
                .orElseThrow(() -> new IllegalStateException("the source of " + type + " was not packed"));
    }
}
