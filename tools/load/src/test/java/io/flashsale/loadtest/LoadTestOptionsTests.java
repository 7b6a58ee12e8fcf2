package io.flashsale.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.client.entry.EntryMode;
import io.flashsale.commandline.UsageException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LoadTestOptionsTests {

    private static LoadTestOptions parse(String line) {
        return LoadTest.PROGRAM
                .parse(line.isBlank() ? List.of() : List.of(line.split(" ")))
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(TestPlan.class)
    void givesEachPlanItsDefaults(TestPlan plan) {
        LoadTestOptions options = parse(plan.title());
        assertThat(options.plan()).isEqualTo(plan);
        assertThat(options.load()).isEqualTo(plan.defaults());
        assertThat(options.target()).isEqualTo(plan.target());
        assertThat(options.target()).isNotEqualTo(Target.NAIVE);
        assertThat(options.host()).hasToString("http://localhost:8080");
        assertThat(options.port()).isEqualTo(8080);
        assertThat(LoadTest.PROGRAM.usage()).contains(plan.title());
    }

    @Test
    void takesEveryValue() {
        LoadTestOptions options =
                parse("oversell.jmx --users=70 --stock 9 --threads=7 --ramp 0 --start --admin=root:a:b");
        assertThat(options.plan()).isEqualTo(TestPlan.OVERSELL);
        assertThat(options.load()).isEqualTo(new LoadProfile(70, 9, 7, 0, 1));
        assertThat(options.start()).isTrue();
        assertThat(options.administrator()).isEqualTo("root");
        assertThat(options.password()).isEqualTo("a:b");
    }

    @ParameterizedTest
    @CsvSource({"oversell --users=20, 20", "one-per-user --clicks=7, 7"})
    void lowersTheThreadsUnlessTheyAreGiven(String line, int threads) {
        assertThat(parse(line).load().threads()).isEqualTo(threads);
    }

    @Test
    void waitsInAQueueUnlessALotteryIsAskedFor() {
        assertThat(parse("waiting-room").mode()).isEqualTo(EntryMode.QUEUE);
        assertThat(parse("waiting-room --mode=queue").mode()).isEqualTo(EntryMode.QUEUE);
        assertThat(parse("waiting-room --mode lottery").mode()).isEqualTo(EntryMode.LOTTERY);
        assertThat(parse("oversell").mode()).isEqualTo(EntryMode.OPEN);
    }

    @ParameterizedTest
    @CsvSource({
        "https://shop.example,https://shop.example,443",
        "http://10.0.0.7:9000/,http://10.0.0.7:9000,9000",
        "shop.example:8088,http://shop.example:8088,8088",
        "http://shop.example,http://shop.example,80"
    })
    void readsHosts(String given, String host, int port) {
        LoadTestOptions options = parse("oversell --host=" + given);
        assertThat(options.host()).hasToString(host);
        assertThat(options.port()).isEqualTo(port);
        assertThat(options.isLocal()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                    | Name a plan: oversell, one-per-user",
                "overselll                             | There is no plan 'overselll', only oversell, one-per-user",
                "oversell restock                      | One plan at a time, not also 'restock'",
                "oversell @file                        | One plan at a time, not also '@file'",
                "oversell --report=                    | --report needs a value",
                "oversell --users=0                    | --users is a number from 1 to 100000, not '0'",
                "oversell --warm-up=601                | --warm-up is a number from 0 to 600, not '601'",
                "oversell --stock=-1                   | --stock is a number from 1",
                "oversell --users=10 --threads=11      | 10 users are fewer than 11 threads",
                "oversell --clicks=2                   | In oversell each shopper clicks once",
                "oversell --target=fake                | --target is real or naive, not 'fake'",
                "oversell --host=ftp://x               | --host is an URL such as http://localhost:8080",
                "oversell --host=http://x/path         | --host is an URL such as",
                "oversell --sale=abc                   | --sale is the number of a sale, not 'abc'",
                "oversell --sale=1 --stock=5           | --stock is for a new sale",
                "oversell --admin=admin                | --admin is USER:PASSWORD",
                "oversell --admin=admin:               | --admin is USER:PASSWORD",
                "one-per-user --threads=5              | the threads are the clicks of one shopper",
                "one-per-user --clicks=1               | a shopper clicks at least twice",
                "restock --target=naive                | restock cannot run on it",
                "waiting-room --target=naive           | waiting-room cannot run on it",
                "waiting-room --mode=open              | --mode is queue or lottery, not 'open'",
                "waiting-room --mode=queue --sale=1    | --mode is for a new sale",
                "oversell --mode=queue                 | --mode is for waiting-room: nobody waits in oversell",
            })
    void saysInOneLineWhatIsWrong(String line, String why) {
        assertThatThrownBy(() -> parse(line))
                .isInstanceOf(UsageException.class)
                .message()
                .contains(why)
                .hasLineCount(1);
    }

    @Test
    void writesTheCommandIntoTheReportWithoutThePassword() {
        assertThat(Environment.command(List.of("oversell", "--admin", "root:secret"), "secret"))
                .isEqualTo("jmeter/run oversell --admin root:***");
        assertThat(Environment.command(List.of("oversell", "--users=5"), "admin-demo"))
                .isEqualTo("jmeter/run oversell --users=5");
    }
}
