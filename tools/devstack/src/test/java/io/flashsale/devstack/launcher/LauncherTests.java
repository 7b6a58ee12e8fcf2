package io.flashsale.devstack.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.system.ServiceName;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line of {@code ./demo}. */
class LauncherTests {

    private static final Path ROOT = Path.of("/project");

    private final Launcher launcher = new Launcher(ROOT);

    @Test
    void hasDefaultsForAll() {
        DemoSettings settings = parse();
        assertThat(settings.port()).isEqualTo(8080);
        assertThat(settings.host()).isEqualTo("127.0.0.1");
        assertThat(settings.data()).isEqualTo(ROOT.resolve(".flashsale/demo"));
        assertThat(settings.database()).isEqualTo(DemoSettings.Database.MARIADB);
        assertThat(settings.redis()).isEqualTo(DemoSettings.RedisTopology.SINGLE);
        assertThat(settings.instances()).isOne();
        assertThat(settings.fresh()).isFalse();
        assertThat(settings.aotCaches()).isTrue();
        assertThat(settings.observed()).isFalse();
        assertThat(settings.small()).isFalse();
        assertThat(settings.without()).isNull();
        assertThat(settings.debugged()).isNull();
        assertThat(launcher.smoke).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--db=mysql --redis=cluster --break-lines --instances=2 --fresh --data=/d --port=9000 --host=0.0.0.0 --no-aot --observe --smoke",
                "--smoke --observe --no-aot --host 0.0.0.0 --port 9000 --data /d --fresh --instances 2 --redis cluster --break-lines --db mysql"
            })
    void takesEveryOptionWithAndWithoutAnEqualsSign(String arguments) {
        assertThat(parse(arguments.split(" ")))
                .isEqualTo(new DemoSettings(
                        DemoSettings.Database.MYSQL,
                        DemoSettings.RedisTopology.CLUSTER,
                        true,
                        2,
                        true,
                        Path.of("/d"),
                        "0.0.0.0",
                        9000,
                        false,
                        true,
                        false,
                        null,
                        null));
        assertThat(launcher.smoke).isTrue();
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
        StringWriter said = new StringWriter();
        int status = launcher.commandLine().setErr(new PrintWriter(said, true)).execute(arguments.split(" "));
        assertThat(status).isEqualTo(2);
        assertThat(said.toString().strip()).startsWith("demo: ").doesNotContain("\n");
    }

    @Test
    void leavesOneServiceToTheDeveloperAndOpensAnotherToADebugger() {
        DemoSettings settings = parse("--without=order-service", "--debug", "stock-service");
        assertThat(settings.without()).isEqualTo(ServiceName.ORDER);
        assertThat(settings.debugged()).isEqualTo(ServiceName.STOCK);
    }

    @Test
    void namesTheServicesIfThereIsNoSuchOne() {
        StringWriter said = new StringWriter();
        launcher.commandLine().setErr(new PrintWriter(said, true)).execute("--debug=orders");
        assertThat(said.toString()).contains("--debug", "orders", "stock-service, order-service, coupon-service");
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
        DemoSettings settings = parse("--small");
        assertThat(settings.small()).isTrue();
        assertThat(settings.aotCaches()).isFalse();
    }

    @Test
    void helpNamesEveryOptionAndVariable() {
        assertThat(launcher.commandLine().getUsageMessage())
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

    private DemoSettings parse(String... arguments) {
        launcher.commandLine().parseArgs(arguments);
        return launcher.settings();
    }
}
