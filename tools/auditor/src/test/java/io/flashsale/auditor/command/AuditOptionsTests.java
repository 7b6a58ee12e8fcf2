package io.flashsale.auditor.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.commandline.UsageException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditOptionsTests {

    private static AuditOptions parse(String line) {
        return AuditCommand.PROGRAM
                .parse(line.isBlank() ? List.of() : List.of(line.split(" ")))
                .orElseThrow();
    }

    @Test
    void needsNothingButASale() {
        AuditOptions options = parse("12");
        assertThat(options).isEqualTo(new AuditOptions(List.of("12"), 30, null, false, options.data(), false));
        assertThat(options.saleId()).isEqualTo(12);
        assertThat(options.data()).endsWithRaw(Path.of(".flashsale/demo"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''              | which sale? See tools/auditor/audit --help",
                "--json          | which sale?",
                "twelve          | what is 'twelve'?",
                "12 13           | what is '13'?",
                "12 @file        | what is '@file'?",
                "12 --wait=61    | --wait is a number from 0 to 60, not '61'",
                "-1              | what is '-1'?",
            })
    void saysInOneLineWhatIsWrong(String line, String why) {
        assertThatThrownBy(() -> parse(line))
                .isInstanceOf(UsageException.class)
                .message()
                .contains(why)
                .hasLineCount(1);
    }
}
