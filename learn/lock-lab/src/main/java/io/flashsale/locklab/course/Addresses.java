package io.flashsale.locklab.course;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.util.StringUtils;

/**
 * Finds where a document's link leads: to a chapter, to a page that shows the file, or out of the shop.
 *
 * @param files the paths of all files that the shop can show
 */
record Addresses(Set<String> files) {

    static final String COURSE = "/course";
    private static final String FILES = COURSE + "/files/";
    private static final Pattern CHAPTER = Pattern.compile("docs/course/(?:zh/)?(\\d\\d[b-z]?-[a-z0-9-]+)\\.md");
    /** The data of a page of the lab; an anchor names one of its cells. */
    private static final String MATRIX = "libs/storefront/src/main/resources/static/assets/lab/matrix.json";

    private static final Pattern CONTENTS = Pattern.compile("docs/course/(?:zh/)?README\\.md");

    /** @return empty if the shop lacks the target */
    Optional<String> of(String document, String target) {
        if (target.startsWith("https://") || target.startsWith("#")) {
            return Optional.of(target);
        }
        int hash = target.indexOf('#');
        String anchor = hash < 0 ? "" : target.substring(hash);
        if (target.endsWith(MATRIX) || target.contains(MATRIX + '#')) {
            return Optional.of("/lab/matrix" + (anchor.isEmpty() ? "" : "?cell=" + anchor.substring(1)));
        }
        String folder = document.substring(0, document.lastIndexOf('/') + 1);
        return page(StringUtils.cleanPath(folder + (hash < 0 ? target : target.substring(0, hash))))
                .map(page -> page + anchor);
    }

    /** The address of the document itself; both languages of a chapter share it. */
    Optional<String> page(String path) {
        if (!files.contains(path)) {
            return Optional.empty();
        }
        if (CONTENTS.matcher(path).matches()) {
            return Optional.of(COURSE);
        }
        Matcher chapter = CHAPTER.matcher(path);
        return Optional.of(chapter.matches() ? COURSE + '/' + chapter.group(1) : FILES + path);
    }
}
