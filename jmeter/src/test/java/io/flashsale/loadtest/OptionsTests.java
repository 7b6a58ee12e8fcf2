package io.flashsale.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class OptionsTests {

    private static Options parse(String line) {
        return Options.parse(line.isBlank() ? List.of() : List.of(line.split(" ")));
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void givesEachPlanItsDefaults(Plan plan) {
        Options options = parse(plan.title());
        assertThat(options.plan()).isEqualTo(plan);
        assertThat(options.users()).isEqualTo(plan.defaults().users());
        assertThat(options.stock()).isEqualTo(plan.defaults().stock());
        assertThat(options.threads()).isEqualTo(plan.defaults().threads());
        assertThat(options.target()).isEqualTo(plan.target());
        assertThat(options.target()).isNotEqualTo(Target.NAIVE);
        assertThat(options.host()).hasToString("http://localhost:8080");
        assertThat(options.port()).isEqualTo(8080);
        assertThat(Options.help()).contains(plan.title());
    }

    @Test
    void takesValuesWithAndWithoutAnEqualsSign() {
        Options options = parse("oversell --users=70 --stock 9 --threads=7 --ramp 0 --start --admin=root:a:b");
        assertThat(options.users()).isEqualTo(70);
        assertThat(options.stock()).isEqualTo(9);
        assertThat(options.threads()).isEqualTo(7);
        assertThat(options.ramp()).isZero();
        assertThat(options.start()).isTrue();
        assertThat(options.adminName()).isEqualTo("root");
        assertThat(options.adminPassword()).isEqualTo("a:b");
    }

    @Test
    void takesAPlanByItsFileToo() {
        assertThat(parse("restock.jmx").plan()).isEqualTo(Plan.RESTOCK);
    }

    @Test
    void lowersTheThreadsToTheUsersUnlessTheyAreGiven() {
        assertThat(parse("oversell --users=20").threads()).isEqualTo(20);
    }

    @Test
    void makesTheClicksOfOneShopperTheThreadsOfOnePerUser() {
        assertThat(parse("one-per-user --clicks=7").threads()).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({
        "https://shop.example,https://shop.example,443",
        "http://10.0.0.7:9000/,http://10.0.0.7:9000,9000",
        "shop.example:8088,http://shop.example:8088,8088",
        "http://shop.example,http://shop.example,80"
    })
    void readsHosts(String given, String host, int port) {
        Options options = parse("oversell --host=" + given);
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
                "oversell restock                      | One plan at a time",
                "oversell --user=5                     | Unknown option --user=5",
                "oversell --users                      | --users needs a value",
                "oversell --users=                     | --users needs a value",
                "oversell --users --stock=5            | --users needs a value",
                "oversell --users=5 --users=6          | --users is given twice",
                "oversell --users=many                 | --users is a number from 1 to 100000, not 'many'",
                "oversell --users=0                    | --users is a number from 1",
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
            })
    void saysInOneLineWhatIsWrong(String line, String why) {
        assertThatThrownBy(() -> parse(line))
                .isInstanceOf(CannotMeasureException.class)
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
