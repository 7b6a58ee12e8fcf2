package io.flashsale.devstack.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.system.ServiceName;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line of {@code ./demo}. */
class LauncherTests {

    private static DemoOptions parse(String... typed) {
        return Launcher.PROGRAM.parse(List.of(typed)).orElseThrow();
    }

    @Test
    void isReachableFromThisMachineAloneUnlessSomethingElseIsSaid() {
        assertThat(parse().host()).isEqualTo("127.0.0.1");
        assertThat(parse("--host=0.0.0.0").host()).isEqualTo("0.0.0.0");
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, localhost, 0",
        "::1, 127.0.0.2, 0",
        "0.0.0.0, localhost, 1",
        "192.0.2.1, localhost, 1",
        "127.0.0.1, 192.0.2.7, 1",
        "::, 192.0.2.7, 2",
    })
    void saysWhatIsNotOfThisMachineAlone(String host, String database, int sentences) {
        assertThat(Launcher.beyondThisMachine(host, Map.of("FLASHSALE_DB_HOST", database)))
                .hasSize(sentences);
        assertThat(Launcher.beyondThisMachine(host, Map.of())).hasSizeLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "demo",
                "--db=oracle",
                "--redis=ring",
                "--small --instances=2",
                "--small --redis=cluster",
                "--instances=0",
                "--instances=5",
                "--port=0",
                "--without=orders",
                "--without=ORDER",
                "--debug=mariadb",
                "--without=order-service --instances=2",
                "--debug=order-service --instances=2",
                "--without=order-service --smoke",
                "--debug=gateway --smoke",
                "--without=gateway --debug=gateway",
                "--small --without=coupon-service",
                "--small --debug=gateway",
                "--train --smoke",
                "@file"
            })
    void refusesAnythingElseInOneLine(String arguments) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
        assertThat(Launcher.run(List.of(arguments.split(" ")), System.out, err)).isEqualTo(2);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .startsWith("demo: ")
                .endsWith(". See ./demo --help\n")
                .hasLineCount(1);
    }

    @Test
    void leavesOneServiceToTheDeveloperAndOpensAnotherToADebugger() {
        DemoOptions options = parse("--without=order-service", "--debug", "stock-service");
        assertThat(options.without()).isEqualTo(ServiceName.ORDER);
        assertThat(options.debugged()).isEqualTo(ServiceName.STOCK);
    }

    /** A JVM makes no cache while a debug agent is loaded. */
    @ParameterizedTest
    @CsvSource({"--debug=order-service, false", "--without=order-service, true", "--small, true"})
    void makesCachesWhereThatCanBeDone(String option, boolean caches) {
        assertThat(parse(option).aotCaches()).isEqualTo(caches);
    }
}
