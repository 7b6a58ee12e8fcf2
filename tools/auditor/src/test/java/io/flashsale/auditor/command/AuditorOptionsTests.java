package io.flashsale.auditor.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.commandline.CommandProgram;
import io.flashsale.commandline.UsageException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditorOptionsTests {

    private static RestoreOptions restore(String... typed) {
        return RestoreCommand.PROGRAM.parse(List.of(typed)).orElseThrow();
    }

    @Test
    void anAuditNeedsNothingButASale() {
        AuditOptions options = AuditCommand.PROGRAM.parse(List.of("12")).orElseThrow();
        assertThat(options).isEqualTo(new AuditOptions(List.of("12"), 30, null, null, false, options.data(), false));
        assertThat(options.saleId()).isEqualTo(12);
        assertThat(options.data()).endsWithRaw(Path.of(".flashsale/demo"));
    }

    @Test
    void aRestorationNeedsTheTimeOfTheBackup() {
        assertThat(restore("2026-01-01T12:00:00Z").backup()).isEqualTo(Instant.parse("2026-01-01T12:00:00Z"));
        assertThat(restore("2026-01-01T12:00:00Z").checking()).isFalse();
        assertThat(restore("--check", "2026-01-01T12:00:00Z").checking()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "audit                        | which sale? See tools/auditor/audit --help",
                "audit --json                 | which sale?",
                "audit twelve                 | what is 'twelve'?",
                "audit 12 13                  | what is '13'?",
                "audit 12 @file               | what is '@file'?",
                "audit 12 --wait=61           | --wait is a number from 0 to 60, not '61'",
                "audit -1                     | what is '-1'?",
                "audit 12 --orders=a --naive  | --orders goes neither with --clients nor with --naive",
                "restore                      | when was the backup made? See tools/auditor/restore --help",
                "restore yesterday            | is no time such as 2026-01-01T12:00:00Z",
                "restore 2026-01-01T12:00:00  | is no time such as",
                "restore 9026-01-01T12:00:00Z | 9026-01-01T12:00:00Z is not over yet",
            })
    void saysInOneLineWhatIsWrong(String line, String why) {
        List<String> words = List.of(line.split(" "));
        CommandProgram<?> program = line.startsWith("audit") ? AuditCommand.PROGRAM : RestoreCommand.PROGRAM;
        assertThatThrownBy(() -> program.parse(words.subList(1, words.size())))
                .isInstanceOf(UsageException.class)
                .message()
                .contains(why)
                .hasLineCount(1);
    }
}
