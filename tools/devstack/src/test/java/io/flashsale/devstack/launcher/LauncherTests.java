package io.flashsale.devstack.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.devstack.system.ServiceName;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line of {@code ./demo}. */
class LauncherTests {

    private static DemoOptions parse(String... typed) {
        return Launcher.PROGRAM.parse(List.of(typed)).orElseThrow();
    }

    @Test
    void hasDefaultsForAll() {
        DemoOptions options = parse();
        assertThat(options.port()).isEqualTo(8080);
        assertThat(options.host()).isEqualTo("127.0.0.1");
        assertThat(options.database()).isEqualTo(DemoOptions.Database.MARIADB);
        assertThat(options.redis()).isEqualTo(DemoOptions.RedisTopology.SINGLE);
        assertThat(options.instances()).isOne();
        assertThat(options.without()).isNull();
        assertThat(options.debugged()).isNull();
        assertThat(List.of(options.fresh(), options.observed(), options.small(), options.yes(), options.smoke()))
                .containsOnly(false);
        assertThat(options.data()).isEqualTo(Path.of(".flashsale/demo"));
        assertThat(options.aotCaches()).isTrue();
    }

    @Test
    void takesEveryOption() {
        assertThat(parse(("--db=mysql --redis=cluster --break-lines --instances=2 --fresh --data=/d --port=9000"
                                + " --host=0.0.0.0 --no-aot --observe --smoke")
                        .split(" ")))
                .isEqualTo(new DemoOptions(
                        9000,
                        "0.0.0.0",
                        DemoOptions.Database.MYSQL,
                        DemoOptions.RedisTopology.CLUSTER,
                        true,
                        2,
                        Path.of("/d"),
                        true,
                        false,
                        true,
                        true,
                        false,
                        null,
                        null,
                        true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--nope",
                "demo",
                "--db=oracle",
                "--redis=ring",
                "--small --instances=2",
                "--small --redis=cluster",
                "--instances=0",
                "--instances=5",
                "--port=0",
                "--port=x",
                "--port",
                "--port --fresh",
                "--data=",
                "--host=",
                "--fresh=yes",
                "--without",
                "--without=orders",
                "--without=ORDER",
                "--debug=mariadb",
                "--without=order-service --instances=2",
                "--debug=order-service --instances=2",
                "--without=order-service --smoke",
                "--debug=gateway --smoke",
                "--without=gateway --debug=gateway",
                "--small --without=coupon-service",
                "--small --debug=lock-lab",
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

    @Test
    void namesTheServicesIfThereIsNoSuchOne() {
        assertThatThrownBy(() -> parse("--debug=orders"))
                .hasMessageContainingAll("--debug", "orders", "stock-service, order-service, coupon-service");
    }

    /** The JVM makes no cache while a debug agent is loaded. */
    @Test
    void makesNoCachesForADebugger() {
        assertThat(parse("--debug=order-service").aotCaches()).isFalse();
    }

    @Test
    void makesCachesWithoutAServiceThatYouStart() {
        assertThat(parse("--without=order-service").aotCaches()).isTrue();
    }

    @Test
    void makesNoCachesWhereThereIsLittleMemory() {
        DemoOptions options = parse("--small");
        assertThat(options.small()).isTrue();
        assertThat(options.aotCaches()).isFalse();
    }

    @Test
    void helpNamesEveryOptionAndVariable() {
        assertThat(Launcher.PROGRAM.usage())
                .startsWith("Usage: ./demo [options]")
                .contains("--port=N", "(8080)", "--host=ADDRESS", "--db=mariadb|mysql", "--data=DIR")
                .contains(
                        "--fresh",
                        "--observe",
                        "--smoke",
                        "--small",
                        "2 GB: no coupons, no lock lab",
                        "--without=SERVICE",
                        "--debug=SERVICE",
                        "-h, --help",
                        "SPRING_DATA_REDIS_HOST",
                        "FLASHSALE_DB_PASSWORD");
    }
}
