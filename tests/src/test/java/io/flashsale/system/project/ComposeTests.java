package io.flashsale.system.project;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks what can be checked of docker-compose.yml by reading; {@code tests/containers} runs it.
 *
 * <p>The file must parse and agree with the services' settings and ports, and its files must exist. The same
 * holds for docker-compose.small.yml, which is an override of it.
 */
public class ComposeTests {

    public static final Path ROOT = ProjectRoot.find();

    /** The services that are deployed; the lock lab is part of the demo only. */
    static final List<String> OUR_SERVICES =
            List.of("stock-service", "order-service", "coupon-service", "control-room", "gateway");

    static final List<String> SERVICES_OF_THE_DEMO =
            Stream.concat(OUR_SERVICES.stream(), Stream.of("lock-lab")).toList();

    static final List<String> SERVICES_AND_WHAT_THEY_SHARE = Stream.concat(
                    SERVICES_OF_THE_DEMO.stream(), Stream.of("platform", "accounts", "fair-entry", "storefront"))
            .toList();

    private static final String DOCKERFILE = read(ROOT.resolve("deploy/Dockerfile"));

    private final JsonNode compose = yaml("docker-compose.yml");
    private final JsonNode services = compose.path("services");
    private final JsonNode small = yaml("docker-compose.small.yml").path("services");
    private final JsonNode prometheus = yaml("deploy/prometheus/prometheus.yml");

    /** Each image also includes its list of components, which JarContentsIT checks. */
    @Test
    void pinsEveryImageAndTakesNothingWithAnotherChecksum() {
        String pinned = "(.*:)?v?\\d+\\.\\d+\\.\\d+([._+-][\\w.+-]+)?(@sha256:[0-9a-f]{64})?";
        List<String> images = services.findValuesAsString("image");
        assertThat(images).hasSize(services.size()).doesNotHaveDuplicates();
        assertThat(Stream.concat(
                        images.stream(), all("(?m)^FROM +(\\S+)", DOCKERFILE).map(from -> from.group(1))))
                .allMatch(image -> image.matches(pinned));
        assertThat(DOCKERFILE).contains("--strict-checksums", "-Dcyclonedx.skip=false");
        assertThat(read(ROOT.resolve(".mvn/maven.config"))).contains("--strict-checksums");
    }

    @Test
    void startsEachServiceAfterWhatItNeedsIsHealthy() {
        services.forEachEntry((name, service) -> {
            assertThat(texts(service.at("/healthcheck/test")))
                    .as(name)
                    .hasSizeGreaterThan(1)
                    .first()
                    .isIn("CMD", "CMD-SHELL");
            mapping(service, "depends_on").forEachEntry((needed, condition) -> {
                assertThat(services.has(needed))
                        .as("%s, needed by %s", needed, name)
                        .isTrue();
                assertThat(condition.path("condition").asString(""))
                        .as("%s of %s", needed, name)
                        .isEqualTo("service_healthy");
            });
        });
        for (String service : OUR_SERVICES) {
            assertThat(services.path(service).has("depends_on")).as(service).isTrue();
            assertThat(texts(services.path(service).at("/healthcheck/test")))
                    .containsExactly("CMD", "ready.sh", configured(service, "management.server.port"));
        }
        assertThat(DOCKERFILE).contains("COPY --chmod=755 deploy/docker/ready.sh /usr/local/bin/");
        assertThat(ROOT.resolve("deploy/docker/ready.sh")).isExecutable();
    }

    @Test
    void hasPrometheusScrapeTheManagementPorts() {
        assertThat(targets("flash-sale"))
                .containsExactlyInAnyOrderElementsOf(OUR_SERVICES.stream()
                        .map(service -> service + ":" + configured(service, "management.server.port"))
                        .toList());
    }

    private Set<String> targets(String job) {
        return prometheus
                .path("scrape_configs")
                .valueStream()
                .filter(config -> config.path("job_name").asString().equals(job))
                .flatMap(config -> config.findValues("targets").stream())
                .flatMap(targets -> texts(targets).stream())
                .collect(toSet());
    }

    /** With the users of {@code ComposeUsersIT}, as in the chart. An exporter is healthy at the port that is scraped. */
    @Test
    void asksMySqlRedisAndKafkaForTheirFigures() {
        assertThat(targets("flash-sale-servers"))
                .hasSize(3)
                .allSatisfy(target -> assertThat(texts(
                                services.path(target.replaceAll(":.*", "")).at("/healthcheck/test")))
                        .contains("http://127.0.0.1:" + target.replaceAll(".*:", "") + "/"));
        assertThat(texts(services.at("/mysql-exporter/command"))).contains("--mysqld.username=flashsale_exporter");
        assertThat(environment("redis-exporter"))
                .containsEntry("REDIS_USER", "exporter")
                .containsEntry("REDIS_EXPORTER_CONFIG_COMMAND", "-");
        assertThat(texts(services.at("/kafka-exporter/command"))).contains("--sasl.username=exporter");
        assertThat(environment("kafka").get("KAFKA_LISTENER_NAME_CLIENT_PLAIN_SASL_JAAS_CONFIG"))
                .contains("user_exporter=\"${KAFKA_EXPORTER_PASSWORD:?");
    }

    /** Otherwise it would read the text of finished statements, such as those with password hashes. */
    @Test
    void letsTheExporterReadNoTable() {
        assertThat(read(ROOT.resolve("deploy/mysql/users.sh")).lines())
                .filteredOn(line -> line.startsWith("GRANT ") && line.contains("flashsale_exporter"))
                .containsExactly("GRANT PROCESS, REPLICATION CLIENT ON *.* TO 'flashsale_exporter'@'%';");
    }

    /** {@code tests/kube-play} runs the same scripts. */
    @Test
    void givesTheScriptsOfTheServersAllTheirPasswordsInPodsToo() {
        String pods = read(ROOT.resolve("tests/kube-play.yaml"));
        assertThat(Stream.of("deploy/mysql/users.sh", "deploy/redis/start.sh")
                        .map(script -> read(ROOT.resolve(script)))
                        .flatMap(script -> Pattern.compile("[$]([A-Z]+_[A-Z]+_PASSWORD)")
                                .matcher(script)
                                .results()))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(pods).contains("\n  " + name.group(1) + ": "));
    }

    @Test
    void writesLogsInTheElasticCommonSchema() {
        assertThat(OUR_SERVICES)
                .allSatisfy(service ->
                        assertThat(environment(service)).containsEntry("LOGGING_STRUCTURED_FORMAT_CONSOLE", "ecs"));
    }

    @Test
    void namesEachServiceWithThePortThatItListensOn() {
        for (String service : OUR_SERVICES) {
            environment(service)
                    .forEach((variable, value) -> all("http://([\\w-]+):(\\d+)", value)
                            .forEach(url -> assertThat(url.group(2))
                                    .as("%s of %s", variable, service)
                                    .isEqualTo(configured(
                                            url.group(1),
                                            variable.endsWith("_MANAGEMENT_URL")
                                                    ? "management.server.port"
                                                    : "server.port"))));
        }
        assertThat(texts(services.at("/gateway/ports")))
                .containsExactly("127.0.0.1:8080:" + configured("gateway", "server.port"));
    }

    @Test
    void setsOnlyWhatTheServiceReads() throws IOException {
        assertThat(variablesThatAreRead("order-service"))
                .contains("FLASHSALE_JWT_KEY_FILE", "SPRING_DATA_REDIS_HOST")
                .doesNotContain("FLASHSALE_JWT_KEYFILES", "FLASHSALE_SERVICES_ORDER_URL", "SPRING_REDIS_HOST");
        for (String service : OUR_SERVICES) {
            Set<String> variables =
                    new HashSet<>(environment(small.path(service)).keySet());
            variables.remove("JAVA_TOOL_OPTIONS"); // of the JVM
            variables.addAll(environment(service).keySet());
            assertThat(variables).as("variables of %s", service).isSubsetOf(variablesThatAreRead(service));
        }
    }

    @Test
    void takesEverySecretFromTheEnvironmentAndHasADefaultForNone() {
        String text = read(ROOT.resolve("docker-compose.yml"));
        Set<String> needed = all("\\$\\{(\\w+)([^}]*)}", text.replace("$$", ""))
                .peek(use -> assertThat(use.group(2)).as(use.group()).startsWith(":?"))
                .map(use -> use.group(1))
                .collect(toSet());
        assertThat(all("(?m)^(\\w+)=(.*)$", read(ROOT.resolve(".env.example"))).map(MatchResult::group))
                .as("variables without a value")
                .containsExactlyInAnyOrderElementsOf(
                        needed.stream().map(name -> name + "=").toList());
        services.propertyNames()
                .forEach(service -> environment(service).forEach((variable, value) -> {
                    if (variable.matches(".*(PASSWORD|SECRET|AUTH)")) {
                        assertThat(value).as("%s of %s", variable, service).matches("\\$\\{\\w+:\\?[^}]*}");
                    }
                }));
        assertThat(services.findValues("command").toString())
                .as("everybody on the host can read the arguments of a process")
                .doesNotContain("PASSWORD", "SECRET");
        assertThat(read(ROOT.resolve("deploy/mysql/users.sh"))).doesNotContain("--password");
    }

    /** The proxy has one privilege, and its user is root. A container loses what it writes outside its volumes. */
    @Test
    void givesNoOtherContainerAPrivilegeOrMoreThanItsShare() {
        String ours = lastUserOf(DOCKERFILE);
        assertThat(OUR_SERVICES)
                .allMatch(service ->
                        services.path(service).path("user").asString("").equals(ours));
        services.forEachEntry((name, container) -> {
            assertThat(texts(container.path("cap_drop"))).as(name).containsExactly("ALL");
            assertThat(texts(container.path("security_opt"))).as(name).containsExactly("no-new-privileges:true");
            assertThat(texts(container.path("cap_add")))
                    .as(name)
                    .isEqualTo(name.equals("proxy") ? List.of("NET_BIND_SERVICE") : List.of());
            assertThat(container.propertyNames())
                    .as(name)
                    .doesNotContain("privileged", "network_mode", "pid", "ipc", "devices", "userns_mode");
            assertThat(container.path("read_only").asBoolean(false)).as(name).isEqualTo(!name.equals("kafka"));
            assertThat(container.path("volumes").toString()).as(name).doesNotContain("docker.sock");
            if (name.equals("proxy")) {
                assertThat(container.has("user")).as("root, by its image").isFalse();
            } else {
                assertThat(container.path("user").asString("root").replaceAll(":.*", ""))
                        .as("user of %s", name)
                        .isNotIn("0", "root");
            }
            assertThat(container.at("/deploy/resources/limits").propertyNames())
                    .as(name)
                    .contains("cpus", "memory", "pids");
            if (!name.equals("kafka")) {
                assertThat(texts(container.path("tmpfs"))).as(name).anyMatch(mount -> mount.startsWith("/tmp:"));
            }
            assertThat(volumesOf(name))
                    .as(name)
                    .filteredOn(volume -> volume.startsWith("./"))
                    .allMatch(volume -> volume.endsWith(":ro"));
        });
    }

    static String lastUserOf(String dockerfile) {
        return all("(?m)^USER (\\d+)$", dockerfile).map(found -> found.group(1)).reduce("", (earlier, last) -> last);
    }

    @Test
    void letsStrangersReachTheProxyAndNothingElse() {
        assertThat(compose.path("networks").propertyNames()).containsExactlyInAnyOrder("inside", "outside");
        assertThat(compose.at("/networks/inside/internal").asBoolean(false)).isTrue();
        services.forEachEntry((name, service) -> {
            JsonNode networks = service.path("networks");
            assertThat(Set.copyOf(networks.isArray() ? texts(networks) : networks.propertyNames()))
                    .as(name)
                    .isEqualTo(
                            switch (name) {
                                case "proxy", "grafana", "alertmanager" -> Set.of("outside");
                                case "gateway", "prometheus" -> Set.of("inside", "outside");
                                default -> Set.of("inside");
                            });
            List<String> ports = texts(service.path("ports"));
            if (name.equals("proxy")) {
                assertThat(ports)
                        .as("by IPv6 all shoppers would have Docker's address")
                        .containsExactly("0.0.0.0:80:80", "0.0.0.0:443:443");
            } else {
                assertThat(ports).as(name).allMatch(port -> port.startsWith("127.0.0.1:"));
            }
        });
    }

    @Test
    void endsTlsBeforeTheGatewayWhichBelievesNobodyElse() {
        String proxy = services.at("/proxy/networks/outside/ipv4_address").asString();
        assertThat(compose.at("/networks/outside/ipam/config/0/ip_range").asString())
                .as("no other container gets %s", proxy)
                .isEqualTo("172.31.250.128/25");
        assertThat(environment("gateway"))
                .containsEntry("SERVER_FORWARD_HEADERS_STRATEGY", "native")
                .containsEntry("FLASHSALE_GATEWAY_HOSTS", "${SHOP_DOMAIN:?set it in .env}")
                .containsEntry("FLASHSALE_GATEWAY_TRUSTED_PROXIES", proxy.replace(".", "\\."));
        String caddy = read(ROOT.resolve("deploy/caddy/Caddyfile"));
        assertThat(caddy)
                .contains("{$SHOP_DOMAIN} {", "admin off", "header_up X-Forwarded-For {remote_host}")
                .containsPattern("header Strict-Transport-Security \"max-age=\\d{8};")
                .contains("reverse_proxy gateway:" + configured("gateway", "server.port"));
        assertThat(caddy)
                .as("leads to the shop, whatever host the caller names, and calls of the API nowhere")
                .contains("auto_https disable_redirects", "redir https://{$SHOP_DOMAIN}{uri}", "handle /api/* {");
        assertThat(caddy)
                .as("nobody holds a connection by sending nothing, and event streams go on")
                .containsPattern("servers \\{\\s+timeouts \\{[^}]*read_header 10s\\s+idle 1m\\s+}")
                .doesNotContainPattern("(?m)^\\s+(read_body|write) ");
        assertThat(all("(?m)^\\tlog$", caddy)).as("sites with an access log").hasSize(2);
        assertThat(caddy).as("a cap for bodies").containsPattern("request_body \\{[^}]*max_size \\d+MB\\s+}");
        assertThat(caddy).as("TLS as Caddy has it by default").doesNotContain("ciphers", "protocols", "curves");
        assertThat(environment("proxy")).containsKey("SHOP_DOMAIN");
    }

    /** {@code ComposeUsersIT} checks what each user may do. */
    @ParameterizedTest
    @CsvSource({
        "stock-service, stock",
        "order-service, order",
        "coupon-service, coupon",
        "control-room, auditor",
        "gateway, gateway",
    })
    void givesEachServiceUsersOfItsOwn(String service, String name) {
        Map<String, String> environment = environment(service);
        String password = "_" + name.toUpperCase(Locale.ROOT) + "_PASSWORD:?";
        environment.forEach((variable, value) -> {
            if (variable.matches(".*(DATASOURCE|AUDITOR_SOURCE).*_USERNAME")) {
                assertThat(value).isEqualTo("flashsale_" + name);
            } else if (variable.matches(".*(DATASOURCE|AUDITOR_SOURCE).*_PASSWORD")) {
                assertThat(value).startsWith("${MYSQL" + password);
            }
        });
        assertThat(environment).containsEntry("SPRING_DATA_REDIS_USERNAME", name);
        assertThat(environment.get("SPRING_DATA_REDIS_PASSWORD")).startsWith("${REDIS" + password);
        if (!name.equals("gateway")) {
            assertThat(environment)
                    .containsEntry("SPRING_KAFKA_SECURITY_PROTOCOL", "SASL_PLAINTEXT")
                    .containsEntry("FLASHSALE_KAFKA_USERNAME", name);
            assertThat(environment.get("FLASHSALE_KAFKA_PASSWORD")).startsWith("${KAFKA" + password);
            assertThat(environment("kafka").get("KAFKA_LISTENER_NAME_CLIENT_PLAIN_SASL_JAAS_CONFIG"))
                    .contains("user_" + name + "=\"${KAFKA" + password);
        }
        assertThat(read(ROOT.resolve("docker-compose.yml"))).doesNotContain("--requirepass", "MYSQL_USER");
    }

    /** {@code ComposeUsersIT} checks what the users may do, with the same script. */
    @Test
    void hasKafkaRefuseWhatNobodyHasAllowedBeforeItCountsAsHealthy() {
        String listeners = environment("kafka").getOrDefault("KAFKA_LISTENERS", "");
        String protocols = environment("kafka").getOrDefault("KAFKA_LISTENER_SECURITY_PROTOCOL_MAP", "");
        assertThat(all("(\\w+)://([^:,]*):\\d+", listeners))
                .hasSize(3)
                .allMatch(listener -> listener.group(2).equals("127.0.0.1")
                        || List.of(protocols.split(",")).contains(listener.group(1) + ":SASL_PLAINTEXT"));
        assertThat(environment("kafka"))
                .containsEntry("KAFKA_AUTHORIZER_CLASS_NAME", "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
                .containsEntry("KAFKA_SUPER_USERS", "User:ANONYMOUS")
                .doesNotContainKey("KAFKA_ALLOW_EVERYONE_IF_NO_ACL_FOUND");
        JsonNode kafka = services.path("kafka");
        assertThat(volumesOf("kafka")).contains("./deploy/kafka/acls.sh:/acls.sh:ro");
        String areSet = "cmp -s /acls.sh \"$$KAFKA_LOG_DIRS/acls.sh\"";
        assertThat(texts(kafka.path("command")).getLast()).contains("until " + areSet, "bash /acls.sh && cp /acls.sh");
        assertThat(texts(kafka.at("/healthcheck/test")).getLast())
                .startsWith(areSet)
                .as("starts no JVM")
                .doesNotContain("kafka-");
        assertThat(all("--bootstrap-server (\\S+)", read(ROOT.resolve("deploy/kafka/acls.sh"))))
                .singleElement()
                .satisfies(broker -> assertThat(listeners).contains("LOCAL://" + broker.group(1)));
    }

    @Test
    void buildsModulesThatExist() {
        for (String service : OUR_SERVICES) {
            String module = services.path(service).at("/build/args/MODULE").asString();
            assertThat(module).isEqualTo(service);
            String folder = ROOT.relativize(ProjectRoot.module(ROOT, module)).toString();
            assertThat(DOCKERFILE)
                    .containsPattern("--projects \\S*" + folder)
                    .contains(" " + folder + "/target/" + module + ".jar");
        }
        String context = read(ROOT.resolve(".dockerignore"));
        assertThat(modules())
                .as("Maven needs the POM of each module")
                .allSatisfy(module -> assertThat(context).containsPattern("(?m)^!" + module + "(/pom\\.xml)?$"));
        assertThat(context).as("what javac needs for Error Prone").containsPattern("(?m)^!\\.mvn$");
    }

    /** Everybody knows its passwords. */
    @Test
    void opensTheDemoToThisMachineOnly() {
        JsonNode demo = yaml("compose.demo.yml").at("/services/demo");
        assertThat(texts(demo.path("ports"))).containsExactly("127.0.0.1:8080:8080");
        String dockerfile = read(ROOT.resolve(demo.at("/build/dockerfile").asString()));
        assertThat(lastUserOf(dockerfile)).isEqualTo(lastUserOf(DOCKERFILE));
        assertThat(all("(?m)^FROM (maven:\\S+)", DOCKERFILE).map(from -> from.group()))
                .singleElement()
                .satisfies(from -> assertThat(dockerfile).contains(from));
    }

    @Test
    void mountsFilesThatExist() {
        services.propertyNames()
                .forEach(name -> volumesOf(name).forEach(volume -> {
                    String source = volume.substring(0, volume.indexOf(':'));
                    boolean exists = source.startsWith("./")
                            ? Files.exists(ROOT.resolve(source))
                            : compose.path("volumes").has(source);
                    assertThat(exists).as("%s, mounted by %s", source, name).isTrue();
                }));
    }

    /** So every check of the base file holds for both together. */
    @Test
    void changesInTheSmallOneOnlyWhatRunsAndHowMuchItMayTake() {
        Set<String> leftOut = Set.of("coupon-service", "control-room");
        Set<String> running = new HashSet<>(services.propertyNames());
        running.removeIf(name -> leftOut.contains(name) || services.path(name).has("profiles"));
        small.forEachEntry((name, service) -> {
            assertThat(services.has(name)).as("%s in both files", name).isTrue();
            if (leftOut.contains(name)) {
                assertThat(service.toString()).as(name).isEqualTo("{\"profiles\":[\"left-out\"]}");
            } else {
                assertThat(service.propertyNames()).as(name).isSubsetOf("command", "deploy", "environment");
            }
        });
        assertThat(small.propertyNames()).containsAll(leftOut).containsAll(running);
        assertThat(running)
                .allSatisfy(name -> assertThat(
                                mapping(services.path(name), "depends_on").propertyNames())
                        .isSubsetOf(running));
        assertThat(texts(small.at("/mysql/command")))
                .contains("--character-set-server=utf8mb4", "--default-time-zone=+00:00");
        assertThat(environment(small.path("gateway")))
                .containsEntry("FLASHSALE_GATEWAY_STOREFRONT_ABSENT", "COUPONS,CONTROL_ROOM,LOCK_LAB")
                .containsEntry("FLASHSALE_GATEWAY_STOREFRONT_SMALL", "true")
                .containsEntry("FLASHSALE_TRACING_SAMPLING", "0");
        for (JsonNode file : List.of(services, small)) {
            assertThat(Stream.of("gateway", "stock-service", "order-service")
                            .map(service ->
                                    environment(file.path(service)).getOrDefault("FLASHSALE_TRACING_SAMPLING", ""))
                            .distinct())
                    .as("otherwise only half of a click's journey would be recorded")
                    .hasSize(1)
                    .doesNotContain("");
        }
    }

    @Test
    void fitsTheSmallOneIntoTwoGigabytes() {
        long sum = 0;
        for (String name : small.propertyNames()) {
            JsonNode service = small.path(name);
            if (!service.has("profiles")) {
                assertThat(service.at("/deploy/resources/limits").propertyNames())
                        .as(name)
                        .contains("cpus", "memory", "pids");
                long limit = megabytes(service);
                assertThat(limit).as(name).isLessThan(megabytes(services.path(name)));
                all("-Xmx(\\d+)m", service.path("environment").toString())
                        .forEach(heap -> assertThat(Long.parseLong(heap.group(1)))
                                .as("heap of %s: as much again is taken outside of it", name)
                                .isLessThanOrEqualTo(limit / 2));
                sum += limit;
            }
        }
        assertThat(sum).isBetween(1L, 2_048L);
    }

    /** order-service needs 340 MB outside its heap, more than the others: docs/performance.md, resident memory. */
    @Test
    void leavesMemoryOutsideTheHeap() {
        for (String service : OUR_SERVICES) {
            assertThat(outsideTheHeap(megabytes(services.path(service))))
                    .as(service)
                    .isGreaterThanOrEqualTo(340);
        }
    }

    /** How much of a container's memory its JVM leaves outside the heap. */
    static long outsideTheHeap(long memory) {
        long heap = all("-XX:MaxRAMPercentage=(\\d+)", read(ROOT.resolve("deploy/docker/java-options")))
                .map(share -> Long.parseLong(share.group(1)))
                .findFirst()
                .orElseThrow();
        return memory * (100 - heap) / 100;
    }

    /** Beside its keys, Redis needs memory for buffers, and for the pages that change while it rewrites its file. */
    @Test
    void hasRedisRefuseWritesBeforeItsMemoryIsFull() {
        for (JsonNode file : List.of(services, small)) {
            JsonNode redis = file.path("redis");
            String keys = environment(redis).getOrDefault("REDIS_MAXMEMORY", "").replace("mb", "M");
            assertThat(megabytes(keys)).isLessThanOrEqualTo(megabytes(redis) / 2);
        }
    }

    /** The service's limit for its memory. */
    private static long megabytes(JsonNode service) {
        String limit = service.at("/deploy/resources/limits/memory").asString();
        return megabytes(limit.replace("2G", "2048M"));
    }

    private static long megabytes(String limit) {
        assertThat(limit).endsWith("M");
        return Long.parseLong(limit.replace("M", ""));
    }

    /** The places where Prometheus finds its rules and Alertmanager, and Grafana its data source and dashboards. */
    @Test
    void givesThoseWhoLookOnTheAlertsAndTheDashboards() throws IOException {
        services.forEachEntry((name, service) -> assertThat(texts(service.path("profiles")))
                .as(name)
                .isEqualTo(
                        name.matches("prometheus|alertmanager|grafana|.*-exporter") ? List.of("observe") : List.of()));
        assertThat(texts(prometheus.path("rule_files")))
                .contains("alerts.yml")
                .allSatisfy(file -> assertThat(ROOT.resolve("deploy/prometheus").resolve(file))
                        .isRegularFile());
        assertThat(volumesOf("prometheus")).contains("./deploy/prometheus:/etc/prometheus:ro");
        assertThat(texts(prometheus.at("/alerting/alertmanagers/0/static_configs/0/targets")))
                .containsExactly("alertmanager:9093");
        assertThat(volumesOf("alertmanager")).contains("./deploy/alertmanager:/etc/alertmanager:ro");
        String provisioning = "deploy/grafana/provisioning/";
        String folder = yaml(provisioning + "dashboards/flash-sale.yml")
                .at("/providers/0/options/path")
                .asString();
        assertThat(volumesOf("grafana"))
                .contains(
                        "./deploy/grafana/dashboards:" + folder + ":ro",
                        "./deploy/grafana/provisioning:/etc/grafana/provisioning:ro");
        assertThat(environment("grafana"))
                .as("tells nobody outside of itself")
                .containsEntry("GF_ANALYTICS_REPORTING_ENABLED", "false")
                .containsEntry("GF_ANALYTICS_CHECK_FOR_UPDATES", "false");
        JsonNode source = yaml(provisioning + "datasources/prometheus.yml").at("/datasources/0");
        assertThat(source.path("url").asString()).isEqualTo("http://prometheus:9090");
        try (Stream<Path> dashboards = Files.list(ROOT.resolve("deploy/grafana/dashboards"))) {
            assertThat(dashboards.flatMap(dashboard ->
                            JsonMapper.shared().readTree(read(dashboard)).findValues("datasource").stream()))
                    .isNotEmpty()
                    .allMatch(used -> used.path("uid")
                            .asString()
                            .equals(source.path("uid").asString()));
        }
    }

    // What a service reads.

    /** The environment variables that a service reads, by its jar, which must have been built. */
    static Set<String> variablesThatAreRead(String service) throws IOException {
        Path jar = ProjectRoot.module(ROOT, service).resolve("target").resolve(service + ".jar");
        if (System.getenv("CI") == null) {
            assumeTrue(Files.exists(jar), () -> jar + " is not built yet: run mvn verify");
        }
        Set<String> properties = springProperties(jar);
        properties.addAll(defaultsOfOurProperties(service).keySet());
        // Spring Boot looks for a property without dashes, or with _ for each dash.
        return properties.stream()
                .map(property -> property.toUpperCase(Locale.ROOT).replace('.', '_'))
                .flatMap(variable -> Stream.of(variable.replace("-", ""), variable.replace('-', '_')))
                .collect(toSet());
    }

    /**
     * The project's own properties that a service reads, with their defaults as written in the source; empty without
     * a default.
     *
     * <p>They come from {@code @ConfigurationProperties} records and placeholders, in its sources and in those
     * of the libraries that it uses.
     */
    static Map<String, String> defaultsOfOurProperties(String service) throws IOException {
        Map<String, String> properties = new TreeMap<>();
        for (String module : List.of(service, "platform", "admission", "accounts", "fair-entry", "storefront")) {
            eachSource(module, (file, source) -> {
                all("@ConfigurationProperties\\(\"([a-z.-]+)\"\\)", source).forEach(found -> {
                    Matcher record = Pattern.compile("record (\\w+)\\(").matcher(source);
                    assertThat(record.find(found.end()))
                            .as("record in %s", file)
                            .isTrue();
                    addComponents(found.group(1), source, record.end(), properties);
                });
                all("\\$\\{(flashsale\\.[a-z.-]+)(?::([^}]*))?", source)
                        .forEach(found -> properties.merge(
                                found.group(1), Objects.requireNonNullElse(found.group(2), ""), (one, other) -> one));
            });
        }
        return properties;
    }

    private static void addComponents(String prefix, String source, int begin, Map<String, String> properties) {
        for (Component component : split(source, begin)) {
            String kebab = component.name().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            String name = prefix + "." + kebab;
            Matcher nested = Pattern.compile("record " + Pattern.quote(component.type()) + "\\(")
                    .matcher(source);
            if (nested.find()) {
                addComponents(name, source, nested.end(), properties);
            } else {
                properties.put(name, component.byDefault());
            }
        }
    }

    private record Component(String type, String name, String byDefault) {

        static Component of(String declaration) {
            String byDefault = all("@DefaultValue\\(\"([^\"]*)\"\\)", declaration)
                    .map(found -> found.group(1))
                    .findFirst()
                    .orElse("");
            String[] words = declaration
                    .replaceAll("@[\\w.]+(\\([^)]*\\))?|<.*>", " ")
                    .strip()
                    .split("\\s+");
            return new Component(words[words.length - 2].replaceAll(".*[.]", ""), words[words.length - 1], byDefault);
        }
    }

    /** The components of the record whose header begins at this index. */
    private static List<Component> split(String source, int begin) {
        List<Component> components = new ArrayList<>();
        int parentheses = 0;
        int angles = 0;
        int start = begin;
        for (int i = begin; parentheses >= 0; i++) {
            char c = source.charAt(i);
            parentheses += c == '(' ? 1 : c == ')' ? -1 : 0;
            angles += c == '<' ? 1 : c == '>' ? -1 : 0;
            if (parentheses < 0 || (c == ',' && parentheses == 0 && angles == 0)) {
                components.add(Component.of(source.substring(start, i)));
                start = i + 1;
            }
        }
        return components;
    }

    /** The Spring Boot properties that the service's jar describes. */
    private static Set<String> springProperties(Path jar) throws IOException {
        Set<String> properties = new HashSet<>();
        try (ZipFile file = new ZipFile(jar.toFile())) {
            List<? extends ZipEntry> libraries = file.stream()
                    .filter(entry -> entry.getName().matches("BOOT-INF/lib/spring-boot-.*\\.jar"))
                    .toList();
            for (ZipEntry library : libraries) {
                try (ZipInputStream entries = new ZipInputStream(file.getInputStream(library))) {
                    addDescribed(entries, properties);
                }
            }
        }
        assertThat(properties).contains("spring.application.name");
        return properties;
    }

    private static void addDescribed(ZipInputStream entries, Set<String> properties) throws IOException {
        for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
            if (entry.getName().equals("META-INF/spring-configuration-metadata.json")) {
                JsonNode metadata = JsonMapper.shared().readTree(entries.readAllBytes());
                for (JsonNode property : metadata.path("properties")) {
                    // Removed properties are still described, as deprecated.
                    if (!property.has("deprecation")) {
                        properties.add(property.path("name").asString());
                    }
                }
            }
        }
    }

    // Reading files.

    static String configured(String service, String property) {
        Map<String, String> settings =
                settingsIn(ProjectRoot.module(ROOT, service).resolve("src/main/resources/application.yaml"));
        assertThat(settings).as("settings of %s", service).containsKey(property);
        return settings.getOrDefault(property, "");
    }

    /** The settings in a YAML file, by their full names. */
    static Map<String, String> settingsIn(Path file) {
        Map<String, String> flat = new HashMap<>();
        for (Object document : new Yaml().loadAll(read(file))) {
            flatten("", document, flat);
        }
        return flat;
    }

    private static void flatten(String prefix, @Nullable Object value, Map<String, String> flat) {
        if (value instanceof Map<?, ?> map) {
            map.forEach(
                    (key, inner) -> flatten(prefix.isEmpty() ? String.valueOf(key) : prefix + "." + key, inner, flat));
        } else {
            flat.put(prefix, String.valueOf(value));
        }
    }

    String imageOf(String service) {
        return services.path(service).path("image").asString();
    }

    Map<String, String> environment(String service) {
        return environment(services.path(service));
    }

    private static Map<String, String> environment(JsonNode service) {
        Map<String, String> environment = new LinkedHashMap<>();
        mapping(service, "environment").forEachEntry((variable, value) -> environment.put(variable, value.asString()));
        return environment;
    }

    /** The mapping of this name, or nothing; a list would pass every check of its entries. */
    private static JsonNode mapping(JsonNode service, String name) {
        JsonNode mapping = service.path(name);
        assertThat(mapping.isMissingNode() || mapping.isObject())
                .as("%s is a mapping", name)
                .isTrue();
        return mapping;
    }

    private List<String> volumesOf(String service) {
        return texts(services.path(service).path("volumes"));
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }

    /** @param path from the project's root */
    static JsonNode yaml(String path) {
        return JsonMapper.shared().valueToTree(new Yaml().load(read(ROOT.resolve(path))));
    }

    static void eachSource(String module, BiConsumer<Path, String> visitor) throws IOException {
        try (Stream<Path> files = Files.walk(ProjectRoot.module(ROOT, module).resolve("src/main"))) {
            files.filter(file -> file.toString().matches(".*\\.(java|yaml)"))
                    .forEach(file -> visitor.accept(file, read(file)));
        }
    }

    /** The folders of all modules. */
    public static Stream<String> modules() {
        return all("<module>(.*)</module>", read(ROOT.resolve("pom.xml"))).map(module -> module.group(1));
    }

    public static Stream<MatchResult> all(String regex, String text) {
        return Pattern.compile(regex).matcher(text).results();
    }

    public static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
