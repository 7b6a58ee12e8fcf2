package io.flashsale.devstack.launcher;

import static java.util.stream.Collectors.joining;

import io.flashsale.commandline.CommandOptions;
import io.flashsale.devstack.process.AotUse;
import io.flashsale.devstack.system.ServiceName;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * The options of {@code ./demo}.
 *
 * @param port of the gateway; 0 is any free one, for a system with data of its own
 * @param lines whether breakable lines connect the services to own servers, and the gateways to the services
 * @param data the directory of data and logs, in the project
 * @param without the service that the developer starts; null if none
 * @param debugged the service with a debug port; null if none
 */
@Command(
        name = "./demo",
        customSynopsis = "./demo [options]",
        description = {
            "Builds what is stale, starts the servers and the services, adds demo data and prints the address.",
            "Ctrl-C stops everything."
        },
        footerHeading = "%nExisting servers are used instead of own ones if these variables are set:%n",
        footer = {
            "  SPRING_DATA_REDIS_HOST, SPRING_DATA_REDIS_PORT   Redis",
            "  SPRING_KAFKA_BOOTSTRAP_SERVERS                   Kafka",
            "  FLASHSALE_DB_HOST, FLASHSALE_DB_PORT, FLASHSALE_DB_USER, FLASHSALE_DB_PASSWORD",
            "                                                   MySQL or MariaDB with flashsale_stock, _order, _coupon, _lab"
        })
record DemoOptions(
        @Option(names = "--port", defaultValue = "8080", description = "port of the gateway, for the browser")
        int port,

        @Option(
                names = "--host",
                paramLabel = "ADDRESS",
                defaultValue = "127.0.0.1",
                description = "address the gateway listens on (${DEFAULT-VALUE}; 0.0.0.0 for all)")
        String host,

        @Option(names = "--db", paramLabel = "mariadb|mysql", defaultValue = "mariadb", description = "database server")
        Database database,

        @Option(
                names = "--redis",
                paramLabel = "single|sentinel|cluster",
                defaultValue = "single",
                description = "one Redis, a master with two replicas and three Sentinels, or a Cluster of 3 + 6")
        RedisTopology redis,

        @Option(
                names = "--break-lines",
                description =
                        "let the control room break the lines from services to servers, and from gateways to services")
        boolean lines,

        @Option(
                names = "--instances",
                defaultValue = "1",
                description = "so many of each: stock-service, order-service, coupon-service, gateway")
        int instances,

        @Option(
                names = "--data",
                paramLabel = "DIR",
                description = "where data and logs are (.flashsale/demo in the project)")
        Path data,

        @Option(names = "--fresh", description = "throw away that data first")
        boolean fresh,

        @Option(
                names = "--small",
                description =
                        "for a machine with 2 GB: all services in one JVM, without the lock lab; one of each and one Redis")
        boolean small,

        @Option(
                names = "--no-aot",
                description = "do not make AOT caches for a faster next start, which takes minutes in the background")
        boolean noAot,

        @Option(
                names = "--observe",
                description = "start the Prometheus that is installed here, with the alerts, and print its address")
        boolean observed,

        @Option(
                names = "--yes",
                description = "do not ask before others can reach the demo, whose passwords everybody knows")
        boolean yes,

        @Option(
                names = "--without",
                paramLabel = "SERVICE",
                converter = ModuleConverter.class,
                description =
                        "leave the start of this service to you, for example in an IDE: write its environment into a "
                                + "file, and go on when it is ready")
        @Nullable
        ServiceName without,

        @Option(
                names = "--debug",
                paramLabel = "SERVICE",
                converter = ModuleConverter.class,
                description = "open a debug port (JDWP) in this service; makes no AOT caches")
        @Nullable
        ServiceName debugged,

        @Option(
                names = "--train",
                description = "make the AOT caches for faster starts now, in a shop of its own, and end")
        boolean train,

        @Option(names = "--smoke", description = "start everything with data of its own, buy something, stop, report")
        boolean smoke)
        implements CommandOptions {

    enum Database {
        MARIADB,
        MYSQL
    }

    enum RedisTopology {
        /** One server. */
        SINGLE,
        /** A master with two replicas, watched by three Sentinels. */
        SENTINEL,
        /** Three masters with two replicas each. */
        CLUSTER
    }

    /** Reads a service by the name of its module, because logs and documents call it so. */
    static final class ModuleConverter implements ITypeConverter<ServiceName> {

        @Override
        public ServiceName convert(String module) {
            return Stream.of(ServiceName.values())
                    .filter(name -> name.module().equals(module))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("there is no " + module + ", there are "
                            + Stream.of(ServiceName.values())
                                    .map(ServiceName::module)
                                    .collect(joining(", "))));
        }
    }

    /** More would only cost memory, because all share this machine. */
    private static final int MAX_INSTANCES = 4;

    DemoOptions {
        data = data == null ? Path.of(".flashsale/demo") : data.toAbsolutePath().normalize();
    }

    @Override
    public void check() {
        requireNumber("--port", port, 1, 65_535);
        requireNumber("--instances", instances, 1, MAX_INSTANCES);
        require(
                !lines || Infrastructure.isOwn(System.getenv()),
                "--break-lines is for own servers only, and the environment names existing ones");
        require(
                !small || instances == 1 && redis == RedisTopology.SINGLE,
                "--small is one of each and one Redis, without --instances and --redis");
        require(
                without == null && debugged == null || instances == 1 && !smoke,
                "--without and --debug are for one of each, without --instances and --smoke");
        require(!train || !smoke, "--train and --smoke do not go together");
        require(without == null || without != debugged, "--debug is not for the service that --without leaves to you");
        require(
                !small || without == null && debugged == null,
                "--small has all services in one JVM, without --without and --debug");
    }

    /** The same parts of a system, with new data, on any free port, and without a user. */
    DemoOptions withDataOfItsOwn(Path directory) {
        return new DemoOptions(
                0,
                "127.0.0.1",
                database,
                redis,
                lines,
                instances,
                directory,
                true,
                small,
                true,
                false,
                true,
                null,
                null,
                train,
                smoke);
    }

    AotUse aotUse() {
        return train ? AotUse.RECORD : AotUse.IF_THERE;
    }

    /** Whether to make caches for a faster next start while the shop is open. A JVM with a debug agent makes none. */
    boolean aotCaches() {
        return !noAot && debugged == null;
    }
}
