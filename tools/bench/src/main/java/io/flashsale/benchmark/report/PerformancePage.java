package io.flashsale.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The page with the table. The text around the table stays unchanged. */
public final class PerformancePage {

    private static final String BEGIN = "<!-- bench begin: written by ./bench -->\n";
    private static final String END = "<!-- bench end -->\n";

    private PerformancePage() {}

    /** Replaces the table in the file. A missing file, or one without a table, becomes the table alone. */
    public static void write(Path file, String table) throws IOException {
        String page = Files.exists(file) ? Files.readString(file) : "";
        Files.createDirectories(file.getParent());
        Files.writeString(file, withTable(page, table));
    }

    static String withTable(String page, String table) {
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END);
        String block = BEGIN + table + END;
        return begin < 0 || end < begin ? block : page.substring(0, begin) + block + page.substring(end + END.length());
    }
}
