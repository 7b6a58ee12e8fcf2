package io.flashsale.auditor.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.commandline.UsageException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RestoreOptionsTests {

    private static RestoreOptions parse(String line) {
        return RestoreCommand.PROGRAM
                .parse(line.isBlank() ? List.of() : List.of(line.split(" ")))
                .orElseThrow();
    }

    @Test
    void needsTheTimeOfTheBackup() {
        assertThat(parse("2026-01-01T12:00:00Z").backup()).isEqualTo(Instant.parse("2026-01-01T12:00:00Z"));
        assertThat(parse("2026-01-01T12:00:00Z").checking()).isFalse();
        assertThat(parse("--check 2026-01-01T12:00:00Z").checking()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                   | when was the backup made? See tools/auditor/restore --help",
                "yesterday            | is no time such as 2026-01-01T12:00:00Z",
                "2026-01-01T12:00:00  | is no time such as",
                "9026-01-01T12:00:00Z | 9026-01-01T12:00:00Z is not over yet",
            })
    void saysInOneLineWhatIsWrong(String line, String why) {
        assertThatThrownBy(() -> parse(line))
                .isInstanceOf(UsageException.class)
                .message()
                .contains(why)
                .hasLineCount(1);
    }
}
