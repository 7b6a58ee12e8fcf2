package io.flashsale.devstack.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTests {

    @TempDir
    private Path dir = Path.of("");

    private Path log = Path.of("");

    @BeforeEach
    void oldLines() throws IOException {
        log = dir.resolve("service.log");
        Files.writeString(log, "ERROR an old one\n");
    }

    @Test
    void showsNewErrorLinesOnce() throws IOException {
        LogTail tail = new LogTail(log);
        append("INFO fine\n12:00 ERROR broken\n{\"level\":\"ERROR\",\"x\":1}\nWARN ERRORS_TOTAL\n");
        assertThat(tail.newErrors()).containsExactly("12:00 ERROR broken", "{\"level\":\"ERROR\",\"x\":1}");
        assertThat(tail.newErrors()).isEmpty();
    }

    @Test
    void waitsForTheEndOfALine() throws IOException {
        LogTail tail = new LogTail(log);
        append("ERROR half");
        assertThat(tail.newErrors()).isEmpty();
        append(" and half\n");
        assertThat(tail.newErrors()).containsExactly("ERROR half and half");
    }

    @Test
    void beginsAgainWithANewLog() throws IOException {
        LogTail tail = new LogTail(log);
        Files.writeString(log, "ERROR new\n");
        assertThat(tail.newErrors()).containsExactly("ERROR new");
    }

    private void append(String text) throws IOException {
        Files.writeString(log, text, StandardOpenOption.APPEND);
    }
}
