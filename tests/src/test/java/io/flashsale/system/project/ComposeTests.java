package io.flashsale.system.project;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks what can be checked of docker-compose.yml without Docker, which this build does not have.
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
                    SERVICES_OF_THE_DEMO.stream(), Stream.of("platform", "fair-entry"))
            .toList();

    /** The services for monitoring, which start only on demand. */
    private static final Set<String> ON_DEMAND = Set.of("prometheus", "alertmanager", "grafana");

    private static final Pattern EXACT_VERSION = Pattern.compile("v?\\d+\\.\\d+\\.\\d+([._+-][\\w.+-]+)?");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)([^}]*)}");

    private final Map<String, Object> compose = map(new Yaml().load(read(ROOT.resolve("docker-compose.yml"))));
    private final Map<String, Object> services = map(compose.get("services"));

    @Test
    void hasEveryServerAndEveryService() {
        assertThat(services)
                .containsOnlyKeys(
                        "mysql",
                        "redis",
                        "kafka",
                        "stock-service",
                        "order-service",
                        "coupon-service",
                        "control-room",
                        "gateway",
                        "proxy",
                        "prometheus",
                        "alertmanager",
                        "grafana");
    }

    @Test
    void startsWhatLooksOnOnDemandOnly() {
        services.forEach((name, service) -> assertThat(map(service).getOrDefault("profiles", List.of()))
                .as(name)
                .isEqualTo(ON_DEMAND.contains(name) ? List.of("observe") : List.of()));
        assertThat(list(service("prometheus").get("volumes"))).contains("./deploy/prometheus:/etc/prometheus:ro");
    }

    @Test
    void pinsEveryImage() {
        Set<String> images = new TreeSet<>();
        services.values().forEach(service -> images.add(text(map(service).get("image"))));
        assertThat(images).hasSize(services.size()).allSatisfy(ComposeTests::assertPinned);
    }

    @Test
    void pinsEveryImageThatOursAreBuiltFrom() {
        String dockerfile = read(ROOT.resolve("deploy/Dockerfile"));
        List<String> images =
                all("(?m)^FROM +(\\S+)", dockerfile).map(from -> from.group(1)).toList();
        assertThat(images).isNotEmpty().allSatisfy(ComposeTests::assertPinned);
    }

    /** Each image also includes its list of components, which JarContentsIT checks. */
    @Test
    void takesNothingWithAnotherChecksum() {
        assertThat(read(ROOT.resolve("deploy/Dockerfile"))).contains("--strict-checksums", "-Dcyclonedx.skip=false");
        assertThat(read(ROOT.resolve(".mvn/maven.config"))).contains("--strict-checksums");
    }

    private static void assertPinned(String image) {
        assertThat(image).contains(":");
        assertThat(image.substring(image.lastIndexOf(':') + 1))
                .as("tag of %s", image)
                .matches(EXACT_VERSION);
    }

    @Test
    void givesEveryServiceAHealthCheck() {
        services.forEach((name, service) -> {
            Map<String, Object> check = map(map(service).get("healthcheck"));
            assertThat(check).as(name).doesNotContainKey("disable").containsKeys("test", "interval", "timeout");
            assertThat(list(check.get("test")))
                    .as(name)
                    .hasSizeGreaterThan(1)
                    .first()
                    .isIn("CMD", "CMD-SHELL");
        });
    }

    @Test
    void asksOurServicesAtTheirManagementPorts() {
        for (String service : OUR_SERVICES) {
            List<Object> check = list(map(service(service).get("healthcheck")).get("test"));
            assertThat(check)
                    .as(service)
                    .containsExactly("CMD", "ready.sh", configured(service, "management.server.port"));
        }
        assertThat(read(ROOT.resolve("deploy/Dockerfile")))
                .contains("COPY --chmod=755 deploy/docker/ready.sh /usr/local/bin/");
        assertThat(ROOT.resolve("deploy/docker/ready.sh")).isExecutable();
    }

    @Test
    void hasPrometheusScrapeTheManagementPorts() {
        Map<String, Object> prometheus = map(new Yaml().load(read(ROOT.resolve("deploy/prometheus/prometheus.yml"))));
        Set<String> targets = new HashSet<>();
        list(prometheus.get("scrape_configs"))
                .forEach(job -> list(map(job).get("static_configs"))
                        .forEach(
                                group -> list(map(group).get("targets")).forEach(target -> targets.add(text(target)))));
        assertThat(targets)
                .containsExactlyInAnyOrderElementsOf(OUR_SERVICES.stream()
                        .map(service -> service + ":" + configured(service, "management.server.port"))
                        .toList());
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
        assertThat(list(service("gateway").get("ports")))
                .containsExactly("127.0.0.1:8080:" + configured("gateway", "server.port"));
    }

    @Test
    void setsOnlyWhatTheServiceReads() throws IOException {
        for (String service : OUR_SERVICES) {
            Path jar = ProjectRoot.module(ROOT, service).resolve("target").resolve(service + ".jar");
            assumeTrue(Files.exists(jar), () -> jar + " is not built yet: run mvn verify");
            assertThat(environment(service).keySet())
                    .as("variables of %s", service)
                    .isNotEmpty()
                    .isSubsetOf(variablesThatAreRead(service));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"FLASHSALE_JWT_KEYFILES", "FLASHSALE_SERVICES_ORDER_URL", "SPRING_REDIS_HOST", "DEBUG_ALL"})
    void wouldNoticeAVariableThatOrderServiceDoesNotRead(String variable) throws IOException {
        Path jar = ROOT.resolve("order-service/target/order-service.jar");
        assumeTrue(Files.exists(jar), () -> jar + " is not built yet: run mvn verify");
        assertThat(variablesThatAreRead("order-service"))
                .contains("FLASHSALE_JWT_KEY_FILE", "SPRING_DATA_REDIS_HOST")
                .doesNotContain(variable);
    }

    @Test
    void takesEverySecretFromTheEnvironmentAndHasADefaultForNone() {
        String text = read(ROOT.resolve("docker-compose.yml"));
        Set<String> needed = all(VARIABLE.pattern(), text.replace("$$", ""))
                .peek(use -> assertThat(use.group(2)).as(use.group()).startsWith(":?"))
                .map(use -> use.group(1))
                .collect(toSet());
        String example = read(ROOT.resolve(".env.example"));
        assertThat(all("(?m)^(\\w+)=(.*)$", example)
                        .peek(line -> assertThat(line.group(2))
                                .as("value of %s", line.group(1))
                                .isEmpty())
                        .map(line -> line.group(1)))
                .containsExactlyInAnyOrderElementsOf(needed);
        services.keySet()
                .forEach(service -> environment(service).forEach((variable, value) -> {
                    if (variable.matches(".*(PASSWORD|SECRET|AUTH)")) {
                        assertThat(value).as("%s of %s", variable, service).matches("\\$\\{\\w+:\\?[^}]*}");
                    }
                }));
    }

    @Test
    void runsOurServicesAsTheUserOfTheirImage() {
        String user = all("(?m)^USER (\\d+)$", read(ROOT.resolve("deploy/Dockerfile")))
                .map(found -> found.group(1))
                .reduce("", (earlier, last) -> last);
        OUR_SERVICES.forEach(service -> assertThat(service(service)).containsEntry("user", user));
    }

    /** The proxy has one privilege, and its user is root. */
    @Test
    void givesNoOtherContainerAPrivilegeOrMoreThanItsShare() {
        services.forEach((name, service) -> {
            Map<String, Object> container = map(service);
            assertThat(list(container.get("cap_drop"))).as(name).containsExactly("ALL");
            assertThat(list(container.get("security_opt"))).as(name).containsExactly("no-new-privileges:true");
            assertThat(list(container.getOrDefault("cap_add", List.of())))
                    .as(name)
                    .isEqualTo(name.equals("proxy") ? List.of("NET_BIND_SERVICE") : List.of());
            assertThat(container)
                    .as(name)
                    .doesNotContainKeys("privileged", "network_mode", "pid", "ipc", "devices", "userns_mode")
                    .containsEntry("read_only", !name.equals("kafka"));
            assertThat(text(container.get("volumes"))).as(name).doesNotContain("docker.sock");
            if (name.equals("proxy")) {
                assertThat(container).as("root, by its image").doesNotContainKey("user");
            } else {
                assertThat(text(container.get("user")).replaceAll(":.*", ""))
                        .as("user of %s", name)
                        .isNotIn("null", "0", "root");
            }
            Map<String, Object> limits =
                    map(map(map(container.get("deploy")).get("resources")).get("limits"));
            assertThat(limits).as(name).containsKeys("cpus", "memory", "pids");
        });
    }

    /** A container loses everything that it writes outside its volumes. */
    @Test
    void letsWriteWhereEachHasToAndMountsTheRestForReading() {
        services.forEach((name, service) -> {
            if (!name.equals("kafka")) {
                assertThat(list(map(service).get("tmpfs")))
                        .as(name)
                        .anyMatch(mount -> text(mount).startsWith("/tmp:"));
            }
            list(map(service).getOrDefault("volumes", List.of())).stream()
                    .map(ComposeTests::text)
                    .filter(volume -> volume.startsWith("./"))
                    .forEach(volume -> assertThat(volume).as(name).endsWith(":ro"));
        });
    }

    @Test
    void letsStrangersReachTheProxyAndNothingElse() {
        Map<String, Object> networks = map(compose.get("networks"));
        assertThat(networks).containsOnlyKeys("inside", "outside");
        assertThat(map(networks.get("inside"))).containsEntry("internal", true);
        services.forEach((name, service) -> {
            assertThat(networksOf(name))
                    .as(name)
                    .isEqualTo(
                            switch (name) {
                                case "proxy", "grafana", "alertmanager" -> Set.of("outside");
                                case "gateway", "prometheus" -> Set.of("inside", "outside");
                                default -> Set.of("inside");
                            });
            List<Object> ports = list(map(service).getOrDefault("ports", List.of()));
            if (name.equals("proxy")) {
                assertThat(ports).containsExactly("80:80", "443:443");
            } else {
                assertThat(ports).as(name).allMatch(port -> text(port).startsWith("127.0.0.1:"));
            }
        });
    }

    private Set<String> networksOf(String service) {
        Object networks = service(service).get("networks");
        return networks instanceof List<?> names
                ? names.stream().map(ComposeTests::text).collect(toSet())
                : map(networks).keySet();
    }

    @Test
    void endsTlsBeforeTheGatewayWhichBelievesNobodyElse() {
        String proxy =
                text(map(map(service("proxy").get("networks")).get("outside")).get("ipv4_address"));
        assertThat(environment("gateway"))
                .containsEntry("SERVER_FORWARD_HEADERS_STRATEGY", "native")
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
        assertThat(caddy).as("TLS as Caddy has it by default").doesNotContain("ciphers", "protocols", "curves");
        assertThat(environment("proxy")).containsKey("SHOP_DOMAIN");
    }

    /** {@code ComposeUsersIT} checks what each user may do. */
    @Test
    void givesEachServiceUsersOfItsOwn() {
        Map<String, String> names = Map.of(
                "stock-service", "stock",
                "order-service", "order",
                "coupon-service", "coupon",
                "control-room", "auditor",
                "gateway", "gateway");
        for (String service : OUR_SERVICES) {
            String name = Objects.requireNonNull(names.get(service));
            String upper = name.toUpperCase(Locale.ROOT);
            environment(service).forEach((variable, value) -> {
                if (variable.contains("DATASOURCE") || variable.contains("AUDITOR_SOURCE")) {
                    if (variable.endsWith("_USERNAME")) {
                        assertThat(value).isEqualTo("flashsale_" + name);
                    } else if (variable.endsWith("_PASSWORD")) {
                        assertThat(value).startsWith("${MYSQL_" + upper + "_PASSWORD:?");
                    }
                }
            });
            assertThat(environment(service)).containsEntry("SPRING_DATA_REDIS_USERNAME", name);
            assertThat(environment(service).get("SPRING_DATA_REDIS_PASSWORD"))
                    .startsWith("${REDIS_" + upper + "_PASSWORD:?");
            if (!name.equals("gateway")) {
                assertThat(environment(service))
                        .containsEntry("SPRING_KAFKA_SECURITY_PROTOCOL", "SASL_PLAINTEXT")
                        .containsEntry("FLASHSALE_KAFKA_USERNAME", name);
                assertThat(environment(service).get("FLASHSALE_KAFKA_PASSWORD"))
                        .startsWith("${KAFKA_" + upper + "_PASSWORD:?");
                assertThat(environment("kafka").get("KAFKA_LISTENER_NAME_CLIENT_PLAIN_SASL_JAAS_CONFIG"))
                        .contains("user_" + name + "=\"${KAFKA_" + upper + "_PASSWORD:?");
            }
        }
        assertThat(read(ROOT.resolve("docker-compose.yml"))).doesNotContain("--requirepass", "MYSQL_USER");
    }

    @Test
    void hasKafkaListenToNobodyWithoutAName() {
        Map<String, String> kafka = environment("kafka");
        Map<String, String> protocols = new HashMap<>();
        all("(\\w+):(\\w+)", kafka.getOrDefault("KAFKA_LISTENER_SECURITY_PROTOCOL_MAP", ""))
                .forEach(entry -> protocols.put(entry.group(1), entry.group(2)));
        List<MatchResult> listeners = all("(\\w+)://([^:,]*):\\d+", kafka.getOrDefault("KAFKA_LISTENERS", ""))
                .toList();
        assertThat(listeners)
                .hasSize(3)
                .allSatisfy(listener -> assertThat(listener.group(2).equals("127.0.0.1")
                                || Objects.equals(protocols.get(listener.group(1)), "SASL_PLAINTEXT"))
                        .as(listener.group())
                        .isTrue());
    }

    /** {@code ComposeUsersIT} checks what the users may do, with the same script. */
    @Test
    void hasKafkaRefuseWhatNobodyHasAllowedBeforeItCountsAsHealthy() {
        assertThat(environment("kafka"))
                .containsEntry("KAFKA_AUTHORIZER_CLASS_NAME", "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
                .containsEntry("KAFKA_SUPER_USERS", "User:ANONYMOUS")
                .doesNotContainKey("KAFKA_ALLOW_EVERYONE_IF_NO_ACL_FOUND");
        assertThat(list(service("kafka").get("volumes"))).contains("./deploy/kafka/acls.sh:/acls.sh:ro");
        assertThat(text(service("kafka").get("command"))).contains("bash /acls.sh && touch /tmp/acls");
        assertThat(text(map(service("kafka").get("healthcheck")).get("test"))).contains("test -e /tmp/acls");
        String listeners = environment("kafka").getOrDefault("KAFKA_LISTENERS", "");
        assertThat(all("broker=(\\S+)", read(ROOT.resolve("deploy/kafka/acls.sh"))))
                .singleElement()
                .satisfies(broker -> assertThat(listeners).contains("LOCAL://" + broker.group(1)));
    }

    @Test
    void startsEachServiceAfterWhatItNeedsIsHealthy() {
        services.forEach((name, service) -> map(map(service).getOrDefault("depends_on", Map.of()))
                .forEach((needed, condition) -> {
                    assertThat(services).as("needed by %s", name).containsKey(needed);
                    assertThat(map(condition))
                            .as("%s of %s", needed, name)
                            .containsEntry("condition", "service_healthy");
                }));
        OUR_SERVICES.forEach(service -> assertThat(service(service)).containsKey("depends_on"));
    }

    @Test
    void buildsModulesThatExist() {
        String dockerfile = read(ROOT.resolve("deploy/Dockerfile"));
        for (String service : OUR_SERVICES) {
            String module =
                    text(map(map(service(service).get("build")).get("args")).get("MODULE"));
            assertThat(module).isEqualTo(service);
            String folder = ROOT.relativize(ProjectRoot.module(ROOT, module)).toString();
            assertThat(dockerfile)
                    .containsPattern("--projects \\S*" + folder)
                    .contains(" " + folder + "/target/" + module + ".jar");
        }
        String context = read(ROOT.resolve(".dockerignore"));
        all("<module>(.*)</module>", read(ROOT.resolve("pom.xml")))
                .forEach(module -> assertThat(context)
                        .as("Maven needs the POM of each module")
                        .containsPattern("(?m)^!" + module.group(1) + "(/pom\\.xml)?$"));
    }

    @Test
    void mountsFilesThatExist() {
        services.forEach((name, service) -> list(map(service).getOrDefault("volumes", List.of())).stream()
                .map(ComposeTests::text)
                .forEach(volume -> {
                    String source = volume.substring(0, volume.indexOf(':'));
                    if (source.startsWith("./")) {
                        assertThat(ROOT.resolve(source))
                                .as("mounted by %s", name)
                                .exists();
                    } else {
                        assertThat(map(compose.get("volumes")))
                                .as("used by %s", name)
                                .containsKey(source);
                    }
                }));
    }

    private static final Set<String> LEFT_OUT_OF_SMALL = Set.of("coupon-service", "control-room");
    private static final long SMALL_MEGABYTES = 2_048;
    private static final Pattern MEGABYTES = Pattern.compile("(\\d+)M");

    private final Map<String, Object> small = map(
            map(new Yaml().load(read(ROOT.resolve("docker-compose.small.yml")))).get("services"));

    /** So every check of the base file holds for both together, except for what the following tests check. */
    @Test
    void changesInTheSmallOneOnlyWhatRunsAndHowMuchItMayTake() {
        Set<String> running = new HashSet<>(services.keySet());
        running.removeAll(LEFT_OUT_OF_SMALL);
        running.removeAll(ON_DEMAND);
        small.forEach((name, service) -> {
            assertThat(services).as("in both files").containsKey(name);
            if (LEFT_OUT_OF_SMALL.contains(name)) {
                assertThat(map(service)).as(name).containsOnly(Map.entry("profiles", List.of("left-out")));
            } else {
                assertThat(map(service).keySet()).as(name).isSubsetOf("command", "deploy", "environment");
            }
        });
        assertThat(small.keySet()).containsAll(LEFT_OUT_OF_SMALL).containsAll(running);
        running.forEach(name -> assertThat(
                        map(service(name).getOrDefault("depends_on", Map.of())).keySet())
                .as("needed by %s", name)
                .isSubsetOf(running));
        assertThat(list(map(small.get("mysql")).get("command")))
                .contains("--character-set-server=utf8mb4", "--default-time-zone=+00:00");
    }

    @Test
    void fitsTheSmallOneIntoTwoGigabytes() {
        long sum = 0;
        for (Map.Entry<String, Object> service : small.entrySet()) {
            if (!LEFT_OUT_OF_SMALL.contains(service.getKey())) {
                Map<String, Object> limits =
                        map(map(map(map(service.getValue()).get("deploy")).get("resources"))
                                .get("limits"));
                assertThat(limits).as(service.getKey()).containsKeys("cpus", "memory", "pids");
                long limit = megabytes(MEGABYTES, text(limits.get("memory")));
                assertThat(limit).as(service.getKey()).isLessThan(megabytesOf(service.getKey()));
                String heap = text(map(map(service.getValue()).getOrDefault("environment", Map.of())));
                if (heap.contains("-Xmx")) {
                    assertThat(megabytes(Pattern.compile("-Xmx(\\d+)m"), heap))
                            .as("heap of %s: as much again is taken outside of it", service.getKey())
                            .isLessThanOrEqualTo(limit / 2);
                }
                sum += limit;
            }
        }
        assertThat(sum).isLessThanOrEqualTo(SMALL_MEGABYTES);
    }

    private long megabytesOf(String service) {
        String limit = text(
                map(map(map(service(service).get("deploy")).get("resources")).get("limits"))
                        .get("memory"));
        return megabytes(MEGABYTES, limit.replace("2G", "2048M"));
    }

    private static long megabytes(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        assertThat(found.find()).as(text).isTrue();
        return Long.parseLong(found.group(1));
    }

    @Test
    void setsInTheSmallOneOnlyWhatTheServiceReads() throws IOException {
        Set<String> ofTheJvm = Set.of("JAVA_TOOL_OPTIONS", "MALLOC_ARENA_MAX");
        for (String service : OUR_SERVICES) {
            Path jar = ProjectRoot.module(ROOT, service).resolve("target").resolve(service + ".jar");
            assumeTrue(Files.exists(jar), () -> jar + " is not built yet: run mvn verify");
            Set<String> variables = new HashSet<>(map(map(small.get(service)).getOrDefault("environment", Map.of()))
                    .keySet());
            variables.removeAll(ofTheJvm);
            assertThat(variables).as("variables of %s", service).isSubsetOf(variablesThatAreRead(service));
        }
    }

    /** Otherwise only half of a click's journey would be recorded. */
    @Test
    void followsTheSameShareOfClicksEverywhereAndNoneInTheSmallOne() {
        for (String service : List.of("gateway", "stock-service", "order-service")) {
            assertThat(environment(service)).as(service).containsEntry("FLASHSALE_TRACING_SAMPLING", "0.01");
            assertThat(map(map(small.get(service)).get("environment")))
                    .as(service)
                    .containsEntry("FLASHSALE_TRACING_SAMPLING", "0");
        }
    }

    @Test
    void tellsTheGatewayWhichPartsAreAbsent() {
        assertThat(environment("gateway")).containsEntry("FLASHSALE_GATEWAY_STOREFRONT_ABSENT", "LOCK_LAB");
        assertThat(map(map(small.get("gateway")).get("environment")))
                .containsEntry("FLASHSALE_GATEWAY_STOREFRONT_SMALL", "true")
                .containsEntry("FLASHSALE_GATEWAY_STOREFRONT_ABSENT", "COUPONS,CONTROL_ROOM,LOCK_LAB");
    }

    @Test
    void leadsAlertsToWhoeverIsToHearOfThem() {
        Map<String, Object> prometheus = map(new Yaml().load(read(ROOT.resolve("deploy/prometheus/prometheus.yml"))));
        List<Object> managers = list(map(prometheus.get("alerting")).get("alertmanagers"));
        Map<String, Object> addresses =
                map(list(map(managers.getFirst()).get("static_configs")).getFirst());
        assertThat(list(addresses.get("targets"))).containsExactly("alertmanager:9093");
        assertThat(list(service("alertmanager").get("volumes"))).contains("./deploy/alertmanager:/etc/alertmanager:ro");
        assertThat(networksOf("alertmanager")).containsAnyElementsOf(networksOf("prometheus"));
    }

    /** The places where Prometheus finds its rules, and Grafana its data source and dashboards. */
    @Test
    void givesThoseWhoLookOnTheAlertsAndTheDashboards() {
        Map<String, Object> prometheus = map(new Yaml().load(read(ROOT.resolve("deploy/prometheus/prometheus.yml"))));
        list(prometheus.get("rule_files"))
                .forEach(file -> assertThat(ROOT.resolve("deploy/prometheus").resolve(text(file)))
                        .isRegularFile());
        assertThat(list(prometheus.get("rule_files"))).contains("alerts.yml");
        assertThat(list(service("prometheus").get("volumes"))).contains("./deploy/prometheus:/etc/prometheus:ro");
        Map<String, Object> provider = map(
                list(map(new Yaml().load(read(ROOT.resolve("deploy/grafana/provisioning/dashboards/flash-sale.yml"))))
                                .get("providers"))
                        .getFirst());
        String folder = text(map(provider.get("options")).get("path"));
        assertThat(list(service("grafana").get("volumes")))
                .contains(
                        "./deploy/grafana/dashboards:" + folder + ":ro",
                        "./deploy/grafana/provisioning:/etc/grafana/provisioning:ro");
        Map<String, Object> source = map(
                list(map(new Yaml().load(read(ROOT.resolve("deploy/grafana/provisioning/datasources/prometheus.yml"))))
                                .get("datasources"))
                        .getFirst());
        assertThat(text(source.get("url"))).isEqualTo("http://prometheus:9090");
        assertThat(networksOf("grafana")).containsAnyElementsOf(networksOf("prometheus"));
    }

    /** The names of meters in a source under their Prometheus names; property prefixes may be among them. */
    static Set<String> metersIn(String source) {
        return all("\"(flashsale(?:\\.[a-z]+)+)\"", source)
                .map(name -> name.group(1).replace('.', '_'))
                .collect(toSet());
    }

    // What a service reads.

    /** The environment variables that a service reads, by its jar, which must have been built. */
    static Set<String> variablesThatAreRead(String service) throws IOException {
        Set<String> known = variablesOf(ourProperties(service));
        known.addAll(variablesOf(springProperties(
                ProjectRoot.module(ROOT, service).resolve("target").resolve(service + ".jar"))));
        return known;
    }

    /**
     * The project's own properties that a service reads.
     *
     * <p>They come from {@code @ConfigurationProperties} records and placeholders, in its sources and in those
     * of the libraries that it uses.
     */
    static Set<String> ourProperties(String service) throws IOException {
        return defaultsOfOurProperties(service).keySet();
    }

    /** The project's own properties with their defaults as written in the source; empty without a default. */
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
            String name = prefix + "." + kebab(component.name());
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

    private static String kebab(String camel) {
        return camel.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
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
                JsonNode metadata = new JsonMapper().readTree(entries.readAllBytes());
                for (JsonNode property : metadata.path("properties")) {
                    // Removed properties are still described, as deprecated.
                    if (!property.has("deprecation")) {
                        properties.add(property.path("name").asString());
                    }
                }
            }
        }
    }

    /**
     * The two environment variables in which Spring Boot looks for a property: without dashes, or with _ for
     * each dash.
     */
    private static Set<String> variablesOf(Collection<String> properties) {
        Set<String> variables = new HashSet<>();
        for (String property : properties) {
            String upper = property.toUpperCase(Locale.ROOT).replace('.', '_');
            variables.add(upper.replace("-", ""));
            variables.add(upper.replace('-', '_'));
        }
        return variables;
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
            map.forEach((key, inner) -> flatten(prefix.isEmpty() ? text(key) : prefix + "." + key, inner, flat));
        } else {
            flat.put(prefix, text(value));
        }
    }

    private Map<String, Object> service(String name) {
        return map(services.get(name));
    }

    String imageOf(String service) {
        return text(service(service).get("image"));
    }

    Map<String, String> environment(String service) {
        Map<String, String> environment = new LinkedHashMap<>();
        map(service(service).getOrDefault("environment", Map.of()))
                .forEach((variable, value) -> environment.put(variable, text(value)));
        return environment;
    }

    static void eachSource(String module, BiConsumer<Path, String> visitor) throws IOException {
        try (Stream<Path> files = Files.walk(ProjectRoot.module(ROOT, module).resolve("src/main"))) {
            files.filter(file -> file.toString().matches(".*\\.(java|yaml)"))
                    .forEach(file -> visitor.accept(file, read(file)));
        }
    }

    public static Stream<MatchResult> all(String regex, String text) {
        return Pattern.compile(regex).matcher(text).results();
    }

    public static String read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String text(@Nullable Object scalar) {
        return String.valueOf(scalar);
    }

    @SuppressWarnings("unchecked") // a value that is no number fails where it is used
    private static Map<String, Object> map(@Nullable Object node) {
        assertThat(node).isInstanceOf(Map.class);
        return (Map<String, Object>) Objects.requireNonNull(node);
    }

    @SuppressWarnings("unchecked") // a value that is no number fails where it is used
    private static List<Object> list(@Nullable Object node) {
        assertThat(node).isInstanceOf(List.class);
        return (List<Object>) Objects.requireNonNull(node);
    }
}
