package io.flashsale.locklab.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.commandline.UsageException;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.scenario.Limits;
import io.flashsale.locklab.scenario.Sizes;
import io.flashsale.locklab.text.Language;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CasesOptionsTests {

    private static CasesOptions parse(String line) {
        return CasesCommand.PROGRAM
                .parse(line.isBlank() ? List.of() : List.of(line.split(" ")))
                .orElseThrow();
    }

    @Test
    void takesEveryOption() {
        CasesOptions options =
                parse("run a4 --fault=kill --times=2 --stock=7 --buyers=3 --processes=1 --json --diagram --lang=zh");
        assertThat(options.verb()).isEqualTo(CasesOptions.Verb.RUN);
        assertThat(options.chosen())
                .isNotEmpty()
                .allSatisfy(chosen -> assertThat(chosen.scenario().fault()).isEqualTo(Fault.KILL));
        assertThat(options.sizes()).isEqualTo(new Sizes(7, 3, 1, Limits.TIME));
        assertThat(options.times()).isEqualTo(2);
        assertThat(options.json()).isTrue();
        assertThat(options.diagram()).isTrue();
        assertThat(options.language()).isEqualTo(Language.ZH);
    }

    @Test
    void hasDefaultsForAllOptions() {
        CasesOptions options = parse("run A3");
        assertThat(options.sizes()).isEqualTo(new Sizes(100, 20, 2, Limits.TIME));
        assertThat(options.times()).isOne();
        assertThat(options.json()).isFalse();
        assertThat(options.diagram()).isFalse();
        assertThat(options.language()).isEqualTo(Language.EN);
    }

    @Test
    void explainsItself() {
        assertThat(CasesCommand.PROGRAM.usage())
                .startsWith("Usage: learn/lock-lab/cases list")
                .contains("run CASE[/SCENARIO]", "compare", "--fault=FAULT", "--times=N", "--stock=N", "10000 (100)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                       | list, run or compare?",
                "walk A3                  | list, run or compare?",
                "run                      | which case?",
                "run A3 A4                | which case?",
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
