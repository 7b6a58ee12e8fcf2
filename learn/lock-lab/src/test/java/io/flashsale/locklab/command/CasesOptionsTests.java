package io.flashsale.locklab.command;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.commandline.UsageException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CasesOptionsTests {

    private static CasesOptions parse(String line) {
        return CasesCommand.PROGRAM
                .parse(line.isBlank() ? List.of() : List.of(line.split(" ")))
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                       | list, run, compare or observe?",
                "walk A3                  | list, run, compare or observe?",
                "run                      | which case?",
                "run A3 A4                | which case?",
                "observe                  | observe what? isolation, copies, order",
                "observe A3               | observe what? isolation, copies, order",
                "run A3 --times=0         | --times is a number from 1 to 1000, not '0'",
                "compare A3 --stock 10001 | --stock is a number from 1 to 10000, not '10001'",
                "run A6 --lang de          | --lang takes en or zh, not 'de'",
                "run A6 --fault meteor    | there is no fault 'meteor'",
            })
    void saysInOneLineWhatIsWrong(String line, String why) {
        assertThatThrownBy(() -> parse(line))
                .isInstanceOf(UsageException.class)
                .message()
                .contains(why)
                .hasLineCount(1);
    }
}
