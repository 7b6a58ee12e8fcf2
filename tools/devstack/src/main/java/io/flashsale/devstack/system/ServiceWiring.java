package io.flashsale.devstack.system;

import static java.util.stream.Collectors.joining;

import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.SecretFile;
import io.flashsale.devstack.server.sql.SqlDatabase;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The settings of each service: addresses of the others, its data, and the size of its JVM. */
final class ServiceWiring {

    /**
     * The JVM arguments of every service; change them only here.
     *
     * <ul>
     *   <li>Serial collector: on two shared processors, G1's concurrent marking took a fifth of the gateway's
     *       time (decision 0033).
     *   <li>Small initial heap: on a large machine a JVM would begin with a large heap that an idle service
     *       never needs.
     *   <li>Headers of eight bytes, because most objects are small.
     *   <li>The C library returns the memory that the compilers have freed.
     *   <li>More carriers of virtual threads than processors, because class loading pins some.
     *   <li>English, so that answers and logs are the same in each country.
     *   <li>No full collection because of loaded classes or compiled code: otherwise a JVM makes three or four
     *       during a start, and one in its first rush.
     * </ul>
     */
    private static final List<String> JVM_ARGUMENTS = List.of(
            "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            "-Xms64m",
            "-XX:TrimNativeHeapInterval=10000", // milliseconds
            "-XX:+ExitOnOutOfMemoryError",
            "--enable-native-access=ALL-UNNAMED", // the gateway's signatures
            "-XX:MetaspaceSize=192m",
            "-XX:SweeperThreshold=100", // percent of the code cache
            "-Duser.language=en",
            "-Djdk.virtualThreadScheduler.parallelism=8");

    /**
     * Added after the arguments above in a small system, so that they take precedence.
     *
     * <p>The second compiler and its code cost more memory than they save time where no crowd comes.
     */
    private static final List<String> SMALL_JVM_ARGUMENTS =
            List.of("-Xmx256m", "-Xms32m", "-Xss512k", "-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=64m");

    /** A waiting request keeps its buffers on the small heap; and fewer than half of the connections may be streams. */
    private static final Map<String, String> SMALL_GATEWAY = Map.of(
            "SERVER_TOMCAT_MAX_CONNECTIONS", "800",
            "FLASHSALE_GATEWAY_UPSTREAM_EVENT_STREAMS", "300",
            "FLASHSALE_GATEWAY_UPSTREAM_BODY_BUFFERS", "16MB",
            "FLASHSALE_GATEWAY_STOREFRONT_SMALL", "true",
            "FLASHSALE_GATEWAY_STOREFRONT_ABSENT", "LOCK_LAB");

    private static final String JWKS = "/.well-known/jwks.json";

    /** The services that shoppers call. */
    private static final List<ServiceName> SERVICES_BEHIND_LINES =
            List.of(ServiceName.STOCK, ServiceName.ORDER, ServiceName.COUPON);

    private final FlashSaleSystemBuilder choice;
    private final Map<ServiceName, List<Integer>> ports = new EnumMap<>(ServiceName.class);
    private final Map<ServiceName, List<Integer>> managementPorts = new EnumMap<>(ServiceName.class);

    /** Where the gateways find the instances: at their own ports, or at breakable lines. */
    private final Map<ServiceName, List<Integer>> portsForGateway = new EnumMap<>(ServiceName.class);

    private final int gatewayPort;
    private final OneJvm oneJvm;

    ServiceWiring(FlashSaleSystemBuilder choice) {
        this.choice = choice;
        this.oneJvm = new OneJvm(choice.root, choice.home);
        this.gatewayPort = choice.gatewayPort != 0 ? choice.gatewayPort : Ports.free();
        for (ServiceName name : ServiceName.values()) {
            ports.put(name, freePorts(name));
            managementPorts.put(name, freePorts(name));
        }
        if (!hasFront()) {
            ports.put(ServiceName.GATEWAY, List.of(gatewayPort));
        }
        portsForGateway.putAll(ports);
        if (choice.linesFromGateway != null) {
            SERVICES_BEHIND_LINES.stream()
                    .filter(name -> !choice.isLeftOut(name))
                    .forEach(name -> portsForGateway.put(name, endsOfLines(name, choice.linesFromGateway)));
        }
    }

    private List<Integer> endsOfLines(ServiceName name, Lines lines) {
        List<Integer> own = FlashSaleSystemBuilder.of(ports, name);
        return IntStream.range(0, own.size())
                .mapToObj(i -> lines.addFromGateway(name.process(i + 1), own.get(i)))
                .toList();
    }

    private List<Integer> freePorts(ServiceName name) {
        return Stream.generate(Ports::free)
                .limit(FlashSaleSystemBuilder.of(choice.instances, name))
                .toList();
    }

    /** Whether there are several gateways, which need a balancer in front of them. */
    boolean hasFront() {
        return FlashSaleSystemBuilder.of(choice.instances, ServiceName.GATEWAY) > 1;
    }

    /** The address for browsers. */
    InetSocketAddress gatewayAddress() {
        return new InetSocketAddress(choice.gatewayAddress, gatewayPort);
    }

    /** The URL of that address for clients on this machine, without a slash at the end. */
    String gatewayUrl() {
        InetAddress address = gatewayAddress().getAddress();
        String host = address.isAnyLocalAddress() ? "127.0.0.1" : address.getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + gatewayPort;
    }

    /** The instances that the builder has set; all services know them. */
    List<JavaService> instances(ServiceName name) {
        List<JavaService> instances = new ArrayList<>();
        if (choice.isLeftOut(name)) {
            return instances;
        }
        for (int i = 0; i < FlashSaleSystemBuilder.of(choice.instances, name); i++) {
            int port = FlashSaleSystemBuilder.of(ports, name).get(i);
            int management = FlashSaleSystemBuilder.of(managementPorts, name).get(i);
            instances.add(service(name, i + 1, Map.of(), port, management));
        }
        return instances;
    }

    JavaService further(ServiceName name, int number, Map<String, String> environment) {
        return service(name, number, environment, Ports.free(), Ports.free());
    }

    private JavaService service(
            ServiceName name, int number, Map<String, String> differing, int port, int managementPort) {
        List<String> jvmArguments = new ArrayList<>(JVM_ARGUMENTS);
        jvmArguments.addAll(choice.small ? SMALL_JVM_ARGUMENTS : size(name));
        jvmArguments.add("-Dflashsale.home=" + choice.home.path());
        jvmArguments.addAll(FlashSaleSystemBuilder.of(choice.jvmArguments, name));
        Map<String, String> environment = environment(name);
        environment.putAll(FlashSaleSystemBuilder.of(choice.environment, name));
        environment.putAll(differing);
        String address = name == ServiceName.GATEWAY && !hasFront() ? choice.gatewayAddress : "127.0.0.1";
        return choice.small
                ? oneJvm.add(name, jvmArguments, environment, address, port, managementPort, choice.aot)
                : new JavaService(
                        name.process(number),
                        choice.home,
                        name.jar(choice.root),
                        jvmArguments,
                        environment,
                        address,
                        port,
                        managementPort,
                        choice.aot);
    }

    /**
     * The heap of a service.
     *
     * <p>The gateway holds the whole crowd and buffers each waiting request. Coupons are few, and so are their
     * calls. The control room has few users, so the second compiler is not worth its memory there.
     */
    private static List<String> size(ServiceName name) {
        return switch (name) {
            case GATEWAY -> List.of("-Xmx384m");
            case COUPON -> List.of("-Xmx160m");
            case CONTROL_ROOM -> List.of("-Xmx256m", "-XX:TieredStopAtLevel=1");
            default -> List.of("-Xmx256m");
        };
    }

    private Map<String, String> environment(ServiceName name) {
        Map<String, String> environment = new HashMap<>();
        BackingServices backends = choice.backendsOf.getOrDefault(name, choice.backends);
        environment.put("SPRING_PROFILES_ACTIVE", "demo");
        environment.put("MALLOC_ARENA_MAX", "2"); // the C library would keep eight per processor
        environment.put("FLASHSALE_JWT_JWKS_URI", urls(ports, ServiceName.ORDER, JWKS));
        switch (name) {
            case STOCK -> {
                putBackends(environment, backends, backends.stock());
                environment.put("FLASHSALE_ENTRY_SECRET", secret("entry.secret"));
            }
            case ORDER -> {
                putBackends(environment, backends, backends.order());
                environment.put("FLASHSALE_SERVICES_STOCK_URL", urls(ServiceName.STOCK));
                environment.put("FLASHSALE_SERVICES_COUPON_URL", urls(ServiceName.COUPON));
                environment.put(
                        "FLASHSALE_JWT_KEY_FILE", keys().resolve("jwt.pem").toString());
                environment.put("FLASHSALE_PAYMENT_SIGNING_SECRET", secret("payment.secret"));
                environment.put("FLASHSALE_JWT_GATEWAY_SECRET", secret("gateway.secret"));
            }
            case COUPON -> {
                putBackends(environment, backends, backends.coupon());
                environment.put("FLASHSALE_SERVICES_STOCK_URL", urls(ServiceName.STOCK));
            }
            case CONTROL_ROOM -> {
                putDatabase(environment, "FLASHSALE_AUDITOR_SOURCE_STOCK", backends.stock());
                putDatabase(environment, "FLASHSALE_AUDITOR_SOURCE_ORDER", backends.order());
                putDatabase(environment, "FLASHSALE_AUDITOR_SOURCE_COUPON", backends.coupon());
                putRedisAndKafka(environment, backends);
                environment.put("FLASHSALE_CONTROL_ROOM_GATEWAY_URL", gatewayUrl());
                environment.put(
                        "FLASHSALE_CONTROL_ROOM_GATEWAY_MANAGEMENT_URL",
                        urls(managementPorts, ServiceName.GATEWAY, ""));
                environment.put(
                        "FLASHSALE_CONTROL_ROOM_STOCK_MANAGEMENT_URL", urls(managementPorts, ServiceName.STOCK, ""));
            }
            case LOCK_LAB -> putDatabase(environment, "SPRING_DATASOURCE", backends.lab());
            case GATEWAY -> {
                environment.put("FLASHSALE_JWT_JWKS_URI", urlsForGateway(ServiceName.ORDER, JWKS));
                environment.put("FLASHSALE_SERVICES_STOCK_URL", urlsForGateway(ServiceName.STOCK, ""));
                environment.put("FLASHSALE_SERVICES_ORDER_URL", urlsForGateway(ServiceName.ORDER, ""));
                environment.put("FLASHSALE_SERVICES_COUPON_URL", urlsForGateway(ServiceName.COUPON, ""));
                environment.put("FLASHSALE_SERVICES_CONTROL_ROOM_URL", urlsForGateway(ServiceName.CONTROL_ROOM, ""));
                environment.put("FLASHSALE_SERVICES_LOCK_LAB_URL", urlsForGateway(ServiceName.LOCK_LAB, ""));
                environment.put("FLASHSALE_GATEWAY_ADMISSION_SECRET", secret("gateway.secret"));
                environment.putAll(backends.redis().environment());
                if (choice.small) {
                    environment.putAll(SMALL_GATEWAY);
                }
            }
        }
        return environment;
    }

    private static void putBackends(Map<String, String> environment, BackingServices backends, SqlDatabase database) {
        putDatabase(environment, "SPRING_DATASOURCE", database);
        putRedisAndKafka(environment, backends);
    }

    private static void putRedisAndKafka(Map<String, String> environment, BackingServices backends) {
        environment.putAll(backends.redis().environment());
        environment.put("SPRING_KAFKA_BOOTSTRAP_SERVERS", backends.kafkaBootstrapServers());
    }

    private static void putDatabase(Map<String, String> environment, String prefix, SqlDatabase database) {
        environment.put(prefix + "_URL", database.jdbcUrl());
        environment.put(prefix + "_USERNAME", database.user());
        environment.put(prefix + "_PASSWORD", database.password());
    }

    private String urlsForGateway(ServiceName name, String path) {
        return urls(portsForGateway, name, path);
    }

    /** The URLs of all instances, in the format of a Spring list. */
    private String urls(ServiceName name) {
        return urls(ports, name, "");
    }

    private static String urls(Map<ServiceName, List<Integer>> ports, ServiceName name, String path) {
        return FlashSaleSystemBuilder.of(ports, name).stream()
                .map(port -> "http://127.0.0.1:" + port + path)
                .collect(joining(","));
    }

    private Path keys() {
        return choice.home.dataOf("keys");
    }

    private String secret(String name) {
        return SecretFile.keptIn(keys().resolve(name));
    }
}
