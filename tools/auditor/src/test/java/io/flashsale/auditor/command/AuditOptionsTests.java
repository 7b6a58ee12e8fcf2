package io.flashsale.auditor.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditOptionsTests {

    private static final Path DEMO = Path.of(".flashsale/demo");

    private static AuditOptions parse(String line) {
        return AuditOptions.of(AuditArguments.parse(line.isBlank() ? List.of() : List.of(line.split(" "))), DEMO);
    }

    @Test
    void needsNothingButASale() {
        assertThat(parse("12")).isEqualTo(new AuditOptions(12, false, Duration.ofSeconds(30), null, DEMO, false));
    }

    @Test
    void takesAllOptionsInBothForms() {
        AuditOptions all =
                new AuditOptions(12, true, Duration.ofSeconds(5), Path.of("seen.jtl"), Path.of("elsewhere"), true);
        assertThat(parse("12 --wait 5 --clients seen.jtl --naive --data elsewhere --json"))
                .isEqualTo(all);
        assertThat(parse("--naive --json --wait=5 --clients=seen.jtl --data=elsewhere 12"))
                .isEqualTo(all);
    }

    @Test
    void asksForHelpWhateverElseIsTyped() {
        assertThat(AuditArguments.parse(List.of("--help")).help).isTrue();
        assertThat(AuditArguments.parse(List.of("12", "--wiat", "-h")).help).isTrue();
        assertThat(AuditArguments.usage())
                .startsWith("Usage: tools/auditor/audit SALE [options]")
                .contains("--wait=SECONDS", "(30)", "--clients=FILE", "--naive", "--data=DIR", "--json", "2 it could");
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
                "12 --wiat       | Unknown option: '--wiat'. See tools/auditor/audit --help",
                "12 --wait       | Missing required parameter for option '--wait' (SECONDS)",
                "12 --wait --json | Expected parameter for option '--wait' but found '--json'",
                "12 --wait=long  | option '--wait': 'long' is not an int",
                "12 --data=      | --data needs a value",
                "12 --wait=61    | --wait takes 0 to 60 seconds, not '61'",
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
