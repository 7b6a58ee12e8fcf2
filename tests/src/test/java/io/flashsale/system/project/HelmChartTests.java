package io.flashsale.system.project;

import static io.flashsale.system.project.ComposeTests.OUR_SERVICES;
import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.all;
import static io.flashsale.system.project.ComposeTests.configured;
import static io.flashsale.system.project.ComposeTests.read;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.marcnuri.helm.Helm;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRoute;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.IngressSpec;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PodMonitor;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.util.FileSystemUtils;
import org.yaml.snakeyaml.Yaml;

/**
 * Checks what can be checked of the chart of deploy/helm without a cluster, which this build does not have.
 *
 * <p>Helm lints and renders the chart, Kubernetes' own types read the result strictly, and its settings agree
 * with the services.
 *
 * <p>With {@code -Drender.kubernetes=true} it writes the renderings to .flashsale/kubernetes ({@code
 * deploy/render-kubernetes}).
 */
@Tag("long")
class HelmChartTests {

    private static final Path CHART = ROOT.resolve("deploy/helm/flash-sale");
    private static final Path RENDERED = ROOT.resolve(".flashsale/kubernetes");

    /** Settings that are right only behind a proxy. */
    private static final Set<String> BEHIND_A_PROXY_ONLY =
            Set.of("SERVER_FORWARD_HEADERS_STRATEGY", "FLASHSALE_GATEWAY_TRUSTED_PROXIES", "FLASHSALE_GATEWAY_HOSTS");

    /** What the JVM, the manifest itself and OpenTelemetry read. */
    private static final Set<String> OF_NO_PROPERTY =
            Set.of("JAVA_TOOL_OPTIONS", "POD_NAME", "OTEL_RESOURCE_ATTRIBUTES");

    /** In this order, because the last one refers to the one before. */
    private static final List<String> OF_THE_COLLECTOR =
            List.of("FLASHSALE_TRACING_OTLP_ENDPOINT", "POD_NAME", "OTEL_RESOURCE_ATTRIBUTES");

    private static final String TRUST_STORE = "/run/secrets/trust/truststore.p12";

    private static final Map<String, Class<? extends HasMetadata>> KINDS = Stream.<Class<? extends HasMetadata>>of(
                    Namespace.class,
                    ServiceAccount.class,
                    ConfigMap.class,
                    Service.class,
                    Pod.class,
                    Deployment.class,
                    HorizontalPodAutoscaler.class,
                    PodDisruptionBudget.class,
                    NetworkPolicy.class,
                    Ingress.class,
                    HTTPRoute.class,
                    PodMonitor.class,
                    PrometheusRule.class)
            .collect(toMap(Class::getSimpleName, kind -> kind));

    private static final List<Rendering> RENDERINGS = Stream.of("small", "production", "chaos")
            .map(set -> new Rendering(set, render(valuesOf(set))))
            .toList();

    @TempDir
    private Path scratch;

    // Rendering.

    /** The chart's values with those of a set, as with {@code helm template --values}. */
    private static Map<String, Object> valuesOf(String set) {
        Map<String, Object> values = new HashMap<>(map(new Yaml().load(read(CHART.resolve("values.yaml")))));
        merge(values, map(new Yaml().load(read(CHART.resolve("values-" + set + ".yaml")))));
        return values;
    }

    private static void merge(Map<String, Object> into, Map<String, Object> values) {
        values.forEach((key, value) -> {
            if (value instanceof Map && into.get(key) instanceof Map) {
                Map<String, Object> merged = new HashMap<>(map(into.get(key)));
                merge(merged, map(value));
                into.put(key, merged);
            } else {
                into.put(key, value);
            }
        });
    }

    /** A copy of the chart with these values as its defaults, so that every Helm command uses them. */
    private static Path chartWith(Map<String, Object> values, Path folder) {
        try {
            FileSystemUtils.copyRecursively(CHART, folder);
            Files.writeString(folder.resolve("values.yaml"), new Yaml().dump(values));
            return folder;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String render(Map<String, Object> values) {
        Path folder = Path.of("target/charts", UUID.randomUUID().toString());
        return template(chartWith(values, folder.resolve("flash-sale")));
    }

    private static String template(Path chart) {
        return new Helm(chart)
                .template()
                .withName("flash-sale")
                .withNamespace("flash-sale")
                .call();
    }

    /** A set of values and what it renders to. */
    private record Rendering(String set, String manifests, List<HasMetadata> objects) {

        Rendering(String set, String manifests) {
            this(set, manifests, HelmChartTests.objects(manifests));
        }

        List<Deployment> deployments() {
            return all(Deployment.class);
        }

        <T extends HasMetadata> List<T> all(Class<T> kind) {
            return objects.stream().filter(kind::isInstance).map(kind::cast).toList();
        }

        /** The deployments of our services, without those of exporters. */
        List<Deployment> services() {
            return deployments().stream().filter(HelmChartTests::isOurs).toList();
        }

        Deployment deployment(String name) {
            return named(Deployment.class, name);
        }

        <T extends HasMetadata> T named(Class<T> kind, String name) {
            return all(kind).stream()
                    .filter(object -> object.getMetadata().getName().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(set + " has no " + kind.getSimpleName() + " " + name));
        }

        @Override
        public String toString() {
            return set;
        }
    }

    private static Rendering rendering(String set) {
        return RENDERINGS.stream()
                .filter(rendering -> rendering.set().equals(set))
                .findFirst()
                .orElseThrow();
    }

    /** What this set renders to with further values, in YAML. */
    private static Rendering with(String set, String further) {
        Map<String, Object> values = valuesOf(set);
        merge(values, map(new Yaml().load(further)));
        return new Rendering(set, render(values));
    }

    private static List<HasMetadata> objects(String manifests) {
        return Stream.of(manifests.split("(?m)^---$"))
                .map(manifest -> (Object) new Yaml().load(manifest))
                .filter(Objects::nonNull)
                .map(HelmChartTests::object)
                .toList();
    }

    /** Parses an object; fails on a field that its kind does not have. */
    private static HasMetadata object(Object manifest) {
        String kind = String.valueOf(map(manifest).get("kind"));
        assertThat(KINDS).containsKey(kind);
        return strict().convertValue(manifest, Objects.requireNonNull(KINDS.get(kind)));
    }

    /** A mapper that rejects unknown fields; Kubernetes' types usually keep them in a map. */
    private static ObjectMapper strict() {
        return new ObjectMapper().setAnnotationIntrospector(new JacksonAnnotationIntrospector() {
            private static final long serialVersionUID = 1L;

            @Override
            public Boolean hasAnySetter(Annotated member) {
                return false;
            }
        });
    }

    @SuppressWarnings("unchecked") // a value that is no number fails where it is used
    private static Map<String, Object> map(@Nullable Object node) {
        assertThat(node).isInstanceOf(Map.class);
        return (Map<String, Object>) Objects.requireNonNull(node);
    }

    // The chart.

    @ParameterizedTest
    @FieldSource("RENDERINGS")
    void passesHelmsOwnLook(Rendering rendering) {
        Path chart = chartWith(valuesOf(rendering.set()), scratch.resolve("flash-sale"));
        var lint = new Helm(chart).lint().strict().call();
        assertThat(lint.isFailed()).as(lint.getMessages().toString()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "mysql.host, mysql.host is needed",
        "redis.host, redis.cluster.nodes is needed",
        "kafka.bootstrapServers, kafka.bootstrapServers is needed",
        "payment.provider, payment.provider is needed",
        "networkPolicies.mysqlAt, networkPolicies.mysqlAt is needed",
        "networkPolicies.redisAt, networkPolicies.redisAt is needed",
        "networkPolicies.kafkaAt, networkPolicies.kafkaAt is needed",
    })
    void asksForWhatItCannotKnow(String value, String question) {
        Map<String, Object> values = valuesOf("small");
        String[] path = value.split("\\.");
        map(values.get(path[0])).put(path[1], path[1].matches(".*(Servers|At)") ? List.of() : "");
        assertThatThrownBy(() -> render(values)).hasMessageContaining(question);
    }

    @Test
    void takesNoValueThatItDoesNotKnow() {
        Map<String, Object> values = valuesOf("small");
        values.put("replicaCount", 3);
        assertThatThrownBy(() -> render(values)).hasMessageContaining("replicaCount");
    }

    @ParameterizedTest
    @FieldSource("RENDERINGS")
    void hasItsNamespaceInFrontForPlainKubectl(Rendering rendering) throws IOException {
        String manifests =
                """
                # The chart of deploy/helm/flash-sale with values-%1$s.yaml, rendered by deploy/render-kubernetes.
                # Not run on a cluster. Secrets must exist before, and names of servers are examples: docs/kubernetes.md.
                #
                #   kubectl apply --filename .flashsale/kubernetes/%1$s.yaml
                apiVersion: v1
                kind: Namespace
                metadata:
                  name: flash-sale
                  labels:
                    pod-security.kubernetes.io/enforce: restricted
                """.formatted(rendering.set()) + rendering.manifests().strip() + "\n";
        List<HasMetadata> objects = objects(manifests);

        assertThat(objects.getFirst()).isInstanceOf(Namespace.class);
        String namespace = objects.getFirst().getMetadata().getName();
        assertThat(objects.subList(1, objects.size()))
                .hasSameSizeAs(rendering.objects())
                .allMatch(object -> namespace.equals(object.getMetadata().getNamespace()));
        if (Boolean.getBoolean("render.kubernetes")) {
            Files.createDirectories(RENDERED);
            Files.writeString(RENDERED.resolve(rendering.set() + ".yaml"), manifests);
        }
    }

    @Test
    void wouldNoticeAFieldThatKubernetesDoesNotHave() {
        String wrong = RENDERINGS.getFirst().manifests().replace("readinessProbe:", "readynessProbe:");
        assertThatThrownBy(() -> objects(wrong)).hasMessageContaining("readynessProbe");
    }

    // The services' settings.

    @ParameterizedTest
    @FieldSource("RENDERINGS")
    void runsEveryServiceOnThePortsThatItListensOn(Rendering rendering) {
        assertThat(rendering.services().stream().map(HelmChartTests::nameOf))
                .containsExactlyInAnyOrderElementsOf(OUR_SERVICES);
        for (Deployment deployment : rendering.services()) {
            Container container = containerOf(deployment);
            Map<String, String> ports = container.getPorts().stream()
                    .collect(toMap(port -> port.getName(), port -> String.valueOf(port.getContainerPort())));
            assertThat(ports)
                    .containsEntry("http", configured(nameOf(deployment), "server.port"))
                    .containsEntry("management", configured(nameOf(deployment), "management.server.port"));
            assertThat(container.getImage()).isEqualTo(new ComposeTests().imageOf(nameOf(deployment)));
        }
    }

    @ParameterizedTest
    @FieldSource("RENDERINGS")
    void givesNoContainerAPrivilegeOrMoreThanItsShare(Rendering rendering) {
        for (Deployment deployment : rendering.deployments()) {
            PodSpec pod = podOf(deployment);
            PodSecurityContext ofPod = pod.getSecurityContext();
            assertThat(ofPod.getRunAsNonRoot()).isTrue();
            assertThat(ofPod.getRunAsUser().toString())
                    .isEqualTo(
                            isOurs(deployment)
                                    ? ComposeTests.lastUserOf(read(ROOT.resolve("deploy/Dockerfile")))
                                    : "65534");
            assertThat(ofPod.getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
            assertThat(pod.getAutomountServiceAccountToken()).isFalse();
            assertThat(pod.getEnableServiceLinks()).isFalse();
            assertThat(pod.getHostNetwork()).isNull();
            assertThat(pod.getHostPID()).isNull();
            assertThat(pod.getHostIPC()).isNull();
            assertThat(pod.getVolumes()).allMatch(volume -> volume.getHostPath() == null);
            assertThat(pod.getVolumes().stream()
                            .anyMatch(volume -> volume.getEmptyDir() != null
                                    && volume.getEmptyDir().getSizeLimit() != null))
                    .isEqualTo(isOurs(deployment));
            assertHasNoPrivilege(containerOf(deployment));
        }
    }

    private static void assertHasNoPrivilege(Container container) {
        SecurityContext security = container.getSecurityContext();
        assertThat(security.getPrivileged()).isFalse();
        assertThat(security.getAllowPrivilegeEscalation()).isFalse();
        assertThat(security.getReadOnlyRootFilesystem()).isTrue();
        assertThat(security.getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(security.getCapabilities().getAdd()).isEmpty();
        assertThat(container.getResources().getRequests()).containsOnlyKeys("cpu", "memory");
        assertThat(container.getResources().getLimits()).containsOnlyKeys("cpu", "memory");
    }

    /** order-service needs 340 MB outside its heap, more than the others: docs/performance.md, resident memory. */
    @ParameterizedTest
    @FieldSource("RENDERINGS")
    void leavesMemoryOutsideTheHeap(Rendering rendering) {
        Quantity limit = Objects.requireNonNull(containerOf(rendering.deployment("order-service"))
                .getResources()
                .getLimits()
                .get("memory"));
        assertThat(ComposeTests.outsideTheHeap(limit.getNumericalAmount().longValue()))
                .isGreaterThanOrEqualTo(340L << 20);
    }

    @ParameterizedTest
    @FieldSource("RENDERINGS")
    void asksAtTheManagementPortWhetherAServiceLivesAndIsReady(Rendering rendering) {
        for (Deployment deployment : rendering.services()) {
            Container container = containerOf(deployment);
            assertThat(pathOf(container.getStartupProbe())).isEqualTo("/actuator/health/liveness");
            assertThat(pathOf(container.getLivenessProbe())).isEqualTo("/actuator/health/liveness");
            assertThat(pathOf(container.getReadinessProbe())).isEqualTo("/actuator/health/readiness");
            Probe startup = container.getStartupProbe();
            assertThat(startup.getPeriodSeconds() * startup.getFailureThreshold())
                    .as("seconds to wait for the database, and as many to migrate it")
                    .isGreaterThanOrEqualTo(2 * secondsOfWaitingForTheDatabase());
            assertThat(podOf(deployment).getTerminationGracePeriodSeconds())
                    .as("the 40 s of a graceful end, and what comes before")
                    .isGreaterThanOrEqualTo(45L);
        }
    }

    private static int secondsOfWaitingForTheDatabase() {
        Map<String, String> settings =
                ComposeTests.settingsIn(ROOT.resolve("libs/platform/src/main/resources/defaults/database.yaml"));
        return Integer.parseInt(settings.getOrDefault("spring.flyway.connect-retries", ""))
                * Integer.parseInt(settings.getOrDefault("spring.flyway.connect-retries-interval", "")
                        .replace("s", ""));
    }

    private static String pathOf(Probe probe) {
        assertThat(probe.getHttpGet().getPort().getStrVal()).isEqualTo("management");
        return probe.getHttpGet().getPath();
    }

    @ParameterizedTest
    @FieldSource("RENDERINGS")
    void setsOnlyWhatTheServiceReadsAndAllThatTheCompositionSets(Rendering rendering) throws IOException {
        for (String service : OUR_SERVICES) {
            List<String> variables = environmentOf(rendering.deployment(service)).stream()
                    .map(EnvVar::getName)
                    .filter(variable -> !OF_NO_PROPERTY.contains(variable))
                    .toList();
            assertThat(variables).doesNotHaveDuplicates().isSubsetOf(ComposeTests.variablesThatAreRead(service));
            if (rendering.set().equals("small")) {
                assertThat(variables)
                        .containsAll(new ComposeTests()
                                .environment(service).keySet().stream()
                                        .filter(variable -> !BEHIND_A_PROXY_ONLY.contains(variable))
                                        .toList());
            }
        }
    }

    @ParameterizedTest
    @FieldSource("RENDERINGS")
    void namesSecretsAndHasNone(Rendering rendering) {
        assertThat(rendering.manifests()).doesNotContain("kind: Secret\n");
        for (Deployment deployment : rendering.deployments()) {
            for (EnvVar variable : environmentOf(deployment)) {
                if (variable.getName().matches(".*(PASSWORD|SECRET|AUTH)")) {
                    assertThat(variable.getValue()).as(variable.getName()).isNull();
                    assertThat(variable.getValueFrom().getSecretKeyRef().getName())
                            .isEqualTo("flash-sale-"
                                    + (isOurs(deployment) ? nameOf(deployment).replace("-service", "") : "exporters"));
                }
            }
        }
        assertThat(podOf(rendering.deployment("order-service")).getVolumes())
                .filteredOn(volume -> volume.getName().equals("jwt-key"))
                .singleElement()
                .satisfies(volume ->
                        assertThat(volume.getSecret().getDefaultMode()).isEqualTo(0440));
    }

    @Test
    void tellsWhichKeysTheSecretsNeed() {
        Set<String> needed = RENDERINGS.stream()
                .flatMap(rendering -> rendering.deployments().stream())
                .flatMap(deployment -> environmentOf(deployment).stream())
                .filter(variable -> variable.getValueFrom() != null)
                .map(variable -> variable.getValueFrom().getSecretKeyRef())
                .filter(Objects::nonNull)
                .map(secret -> secret.getName() + " " + secret.getKey())
                .collect(toSet());
        Set<String> told = MarkdownDocument.of("docs/kubernetes.md")
                .rows("Secrets")
                .skip(2)
                .flatMap(row -> all("`([\\w.-]+)`", row.get(1))
                        .map(key -> row.getFirst().replace("`", "") + " " + key.group(1)))
                .collect(toSet());
        needed.addAll(List.of(
                "flash-sale-jwt-key jwt.pem",
                "flash-sale-trust-store truststore.p12",
                "flash-sale-trust-store ca.crt"));
        assertThat(told).containsExactlyInAnyOrderElementsOf(needed);
    }

    // Connections between the services.

    @ParameterizedTest
    @FieldSource("RENDERINGS")
    void leadsEachAddressToAServiceThatItsPoliciesAllow(Rendering rendering) {
        for (Deployment caller : rendering.services()) {
            environmentOf(caller).stream()
                    .filter(variable -> variable.getValue() != null)
                    .flatMap(variable -> all("http://([\\w-]+):(\\d+)", variable.getValue()))
                    .forEach(address -> assertReached(rendering, caller, address));
        }
    }

    private static void assertReached(Rendering rendering, Deployment caller, MatchResult address) {
        Service called = rendering.named(Service.class, address.group(1));
        int port = Integer.parseInt(address.group(2));
        assertThat(called.getSpec().getPorts().stream().map(ServicePort::getPort))
                .as(address.group())
                .contains(port);
        Map<String, String> callee = called.getSpec().getSelector();
        String calleeName = Objects.requireNonNull(callee.get("app.kubernetes.io/name"));
        assertThat(rendering
                        .named(NetworkPolicy.class, nameOf(caller))
                        .getSpec()
                        .getEgress())
                .as("%s calls %s", nameOf(caller), address.group())
                .anyMatch(rule -> leadsTo(rule.getTo(), callee) && hasPort(rule.getPorts(), port));
        assertThat(rendering.named(NetworkPolicy.class, calleeName).getSpec().getIngress())
                .as("%s is called by %s at %s", calleeName, nameOf(caller), port)
                .anyMatch(rule -> leadsTo(rule.getFrom(), selectorOf(caller)) && hasPort(rule.getPorts(), port));
    }

    /** Otherwise the network policy would silently drop the records of clicks. */
    @ParameterizedTest
    @FieldSource("RENDERINGS")
    void letsThoseWhoFollowClicksReachTheCollectorThatIsNamed(Rendering rendering) {
        for (Deployment deployment : rendering.services()) {
            boolean tells = rendering.set().equals("production")
                    && Set.of("stock-service", "order-service", "gateway").contains(nameOf(deployment));
            assertThat(environmentOf(deployment).stream().map(EnvVar::getName).filter(OF_THE_COLLECTOR::contains))
                    .containsExactlyElementsOf(tells ? OF_THE_COLLECTOR : List.of());
            assertThat(rendering.named(NetworkPolicy.class, nameOf(deployment)).getSpec().getEgress().stream()
                            .anyMatch(rule -> hasPort(rule.getPorts(), 4318)))
                    .as("%s reaches the collector", nameOf(deployment))
                    .isEqualTo(tells);
        }
    }

    @Test
    void letsOnlyOrderServiceReachTheProviderThatUsersLogInWith() {
        Rendering rendering = with("small", """
                networkPolicies:
                  logInAt:
                    - ipBlock: {cidr: 198.51.100.0/24}
                  logInPorts: [8443]
                """);
        assertThat(rendering.all(NetworkPolicy.class).stream()
                        .filter(policy -> policy.getSpec().getEgress().stream()
                                .anyMatch(rule -> hasPort(rule.getPorts(), 8443)
                                        && rule.getTo().getFirst().getIpBlock() != null))
                        .map(HelmChartTests::nameOf))
                .containsExactly("order-service");
    }

    private static boolean leadsTo(List<NetworkPolicyPeer> peers, Map<String, String> labels) {
        return peers.stream()
                .anyMatch(peer -> peer.getPodSelector() != null
                        && peer.getNamespaceSelector() == null
                        && peer.getPodSelector().getMatchLabels().equals(labels));
    }

    private static boolean hasPort(List<NetworkPolicyPort> ports, int port) {
        return ports.stream().anyMatch(one -> Objects.equals(one.getPort().getIntVal(), port));
    }

    @ParameterizedTest
    @FieldSource("RENDERINGS")
    void leadsEveryServiceToTheRightPodsAtPortsThatTheyHave(Rendering rendering) {
        assertThat(rendering.all(Service.class)).hasSize(OUR_SERVICES.size() + 1);
        for (Service service : rendering.all(Service.class)) {
            Deployment deployment = rendering.deployment(nameOf(service).replace("-starting", ""));
            assertThat(service.getSpec().getSelector()).isEqualTo(selectorOf(deployment));
            assertThat(deployment.getSpec().getTemplate().getMetadata().getLabels())
                    .containsAllEntriesOf(selectorOf(deployment));
            Map<String, Integer> ports = containerOf(deployment).getPorts().stream()
                    .collect(toMap(port -> port.getName(), port -> port.getContainerPort()));
            service.getSpec()
                    .getPorts()
                    .forEach(port ->
                            assertThat(ports).containsEntry(port.getTargetPort().getStrVal(), port.getPort()));
            assertThat(service.getSpec().getType()).as("reachable from outside").isNull();
        }
        assertThat(rendering
                        .named(Service.class, "stock-service-starting")
                        .getSpec()
                        .getPublishNotReadyAddresses())
                .isTrue();
        assertThat(environmentOf(rendering.deployment("order-service")))
                .as("otherwise the services would wait for each other for ever when sales have to be rebuilt")
                .anyMatch(variable -> variable.getName().equals("FLASHSALE_SERVICES_STOCK_URL")
                        && variable.getValue().equals("http://stock-service-starting:8081"));
    }

    @ParameterizedTest
    @FieldSource("RENDERINGS")
    void letsNobodyCallWithoutBeingNamed(Rendering rendering) {
        assertThat(rendering.all(NetworkPolicy.class).stream().map(HelmChartTests::nameOf))
                .containsExactlyInAnyOrderElementsOf(rendering.deployments().stream()
                        .map(HelmChartTests::nameOf)
                        .toList());
        for (NetworkPolicy policy : rendering.all(NetworkPolicy.class)) {
            assertThat(policy.getSpec().getPolicyTypes()).containsExactly("Ingress", "Egress");
            assertThat(policy.getSpec().getPodSelector().getMatchLabels())
                    .isEqualTo(selectorOf(rendering.deployment(nameOf(policy))));
            assertThat(policy.getSpec().getIngress()).allSatisfy(rule -> {
                assertThat(rule.getFrom()).isNotEmpty();
                assertThat(rule.getPorts()).isNotEmpty();
            });
            assertThat(policy.getSpec().getEgress()).allSatisfy(rule -> {
                assertThat(rule.getTo()).as("otherwise, any address").isNotEmpty();
                assertThat(rule.getPorts()).isNotEmpty();
            });
        }
    }

    @ParameterizedTest
    @FieldSource("RENDERINGS")
    void keepsEnoughOfEachService(Rendering rendering) {
        assertThat(rendering.all(PodDisruptionBudget.class))
                .hasSize(rendering.set().equals("chaos") ? 0 : OUR_SERVICES.size());
        rendering.all(PodDisruptionBudget.class).forEach(budget -> {
            assertThat(budget.getSpec().getSelector().getMatchLabels())
                    .isEqualTo(selectorOf(rendering.deployment(nameOf(budget))));
            assertThat(budget.getSpec().getMaxUnavailable().getIntVal()).isOne();
        });
        List<String> scaled = rendering.all(HorizontalPodAutoscaler.class).stream()
                .map(scaler -> scaler.getSpec().getScaleTargetRef().getName())
                .toList();
        assertThat(rendering.deployments().stream()
                        .filter(deployment -> deployment.getSpec().getReplicas() == null)
                        .map(HelmChartTests::nameOf))
                .as("left to the scaler")
                .containsExactlyElementsOf(scaled);
        assertThat(scaled).isEqualTo(rendering.set().equals("production") ? List.of("gateway") : List.of());
        for (Deployment deployment : rendering.services()) {
            Integer replicas = deployment.getSpec().getReplicas();
            if (replicas != null && !nameOf(deployment).equals("control-room")) {
                assertThat(replicas > 1)
                        .as(nameOf(deployment))
                        .isEqualTo(!rendering.set().equals("small"));
            }
        }
        assertThat(rendering.deployment("control-room").getSpec().getReplicas()).isOne();
    }

    @Test
    void letsStrangersReachTheGatewayByTlsOnly() {
        List<HTTPRoute> routes = RENDERINGS.stream()
                .flatMap(rendering -> rendering.all(HTTPRoute.class).stream())
                .toList();
        assertThat(routes).singleElement().satisfies(route -> {
            assertThat(route.getSpec().getParentRefs())
                    .singleElement()
                    .satisfies(listener -> assertThat(listener.getSectionName()).isEqualTo("https"));
            assertThat(route.getSpec().getRules()).singleElement().satisfies(rule -> {
                assertThat(rule.getTimeouts().getRequest())
                        .as("event streams go on")
                        .isEqualTo("0s");
                assertThat(rule.getBackendRefs()).singleElement().satisfies(backend -> {
                    assertThat(backend.getName()).isEqualTo("gateway");
                    assertThat(String.valueOf(backend.getPort())).isEqualTo(configured("gateway", "server.port"));
                });
            });
        });
        Rendering byIngress = with("small", """
                ingress: {enabled: true, className: some-class, host: shop.example.com, tlsSecret: shop-tls}
                """);
        assertThat(valueIn(byIngress.deployment("gateway"), "FLASHSALE_GATEWAY_HOSTS"))
                .isEqualTo("shop.example.com");
        Rendering byOthers = with("small", "hosts: [shop.example.com, shop.example.org]");
        assertThat(valueIn(byOthers.deployment("gateway"), "FLASHSALE_GATEWAY_HOSTS"))
                .isEqualTo("shop.example.com,shop.example.org");
        List<IngressSpec> ingresses =
                byIngress.all(Ingress.class).stream().map(Ingress::getSpec).toList();
        assertThat(ingresses).singleElement().satisfies(ingress -> {
            assertThat(ingress.getTls()).isNotEmpty();
            assertThat(ingress.getRules().stream()
                            .flatMap(rule -> rule.getHttp().getPaths().stream())
                            .map(path -> path.getBackend().getService())
                            .map(called ->
                                    called.getName() + " " + called.getPort().getName()))
                    .containsExactly("gateway http");
        });
    }

    /** A client with one of these addresses may name any other as the shopper's. */
    @Test
    void trustsFewAddressesToNameTheShoppers() {
        Deployment gateway = rendering("production").deployment("gateway");
        Pattern trusted = Pattern.compile(valueIn(gateway, "FLASHSALE_GATEWAY_TRUSTED_PROXIES"));
        assertThat(IntStream.range(0, 1 << 16)
                        .mapToObj(address -> "10.0." + (address >> 8) + "." + (address & 255))
                        .filter(address -> trusted.matcher(address).matches()))
                .hasSizeBetween(1, 16);
    }

    // Servers.

    @Test
    void believesTheCertificatesThatItIsGiven() {
        Rendering production = rendering("production");
        for (Deployment deployment : production.services()) {
            assertThat(valueIn(deployment, "JAVA_TOOL_OPTIONS")).contains("-Djavax.net.ssl.trustStore=" + TRUST_STORE);
            assertThat(containerOf(deployment).getVolumeMounts())
                    .anySatisfy(mount -> assertThat(TRUST_STORE).startsWith(mount.getMountPath() + "/"));
        }
        assertThat(production.services().stream()
                        .flatMap(deployment -> environmentOf(deployment).stream())
                        .map(variable -> String.valueOf(variable.getValue()))
                        .filter(value -> value.startsWith("jdbc:")))
                .hasSize(6)
                .allMatch(url -> url.contains("?sslMode=VERIFY_IDENTITY&"));
        assertThat(valueIn(production.deployment("stock-service"), "FLASHSALE_KAFKA_MECHANISM"))
                .isEqualTo("SCRAM-SHA-512");
    }

    @Test
    void hasAnExporterAskEachServerAsTheServicesDo() {
        Rendering production = rendering("production");
        assertThat(production.deployments().stream()
                        .filter(deployment -> !isOurs(deployment))
                        .map(HelmChartTests::nameOf))
                .containsExactlyInAnyOrder(
                        "mysql-exporter", "kafka-exporter", "redis-exporter-0", "redis-exporter-1", "redis-exporter-2");
        assertThat(valueIn(production.deployment("redis-exporter-2"), "REDIS_ADDR"))
                .isEqualTo("rediss://redis-2.redis.data.svc:6379");
        assertThat(containerOf(production.deployment("kafka-exporter")).getArgs())
                .contains(
                        "--kafka.server=kafka-2.kafka.data.svc:9093",
                        "--sasl.mechanism=scram-sha512",
                        "--tls.enabled",
                        "--tls.ca-file=/run/secrets/trust/ca.crt");
        assertThat(containerOf(production.deployment("mysql-exporter")).getArgs())
                .contains("--mysqld.address=mysql.data.svc:3306", "--config.my-cnf=/etc/exporter/my.cnf");
        assertThat(production.named(ConfigMap.class, "mysql-exporter").getData())
                .containsEntry("my.cnf", "[client]\nssl-ca = /run/secrets/trust/ca.crt\n");

        Rendering small = with("small", "exporters: {enabled: true}");
        assertThat(valueIn(small.deployment("redis-exporter-0"), "REDIS_ADDR"))
                .isEqualTo("redis://redis.data.svc:6379");
        assertThat(containerOf(small.deployment("kafka-exporter")).getArgs())
                .contains("--sasl.mechanism=plain")
                .doesNotContain("--tls.enabled");
        assertThatThrownBy(() -> with("production", "exporters: {redisNodes: []}"))
                .hasMessageContaining("exporters.redisNodes is needed");
    }

    // Operation.

    @ParameterizedTest
    @FieldSource("RENDERINGS")
    void namesTheChartOnObjectsAndNotOnPods(Rendering rendering) {
        assertThat(rendering.objects())
                .allSatisfy(object -> assertThat(object.getMetadata().getLabels())
                        .containsEntry("helm.sh/chart", "flash-sale-" + RepositoryTests.VERSION)
                        .containsEntry("app.kubernetes.io/managed-by", "Helm"));
        assertThat(rendering.deployments())
                .as("a new version of the chart alone starts no pod anew")
                .allSatisfy(deployment -> assertThat(
                                deployment.getSpec().getTemplate().getMetadata().getLabels())
                        .doesNotContainKey("helm.sh/chart"));
    }

    @Test
    void endsTheOldPodsFirstWhereTwoVersionsMustNotMeet() {
        assertThat(with("small", "strategy: Recreate").services())
                .allMatch(deployment ->
                        deployment.getSpec().getStrategy().getType().equals("Recreate"));
        assertThat(rendering("small").services())
                .allSatisfy(deployment -> assertThat(
                                deployment.getSpec().getStrategy().getType())
                        .isEqualTo(nameOf(deployment).equals("control-room") ? "Recreate" : "RollingUpdate"));
    }

    @Test
    void placesPodsInAllZonesAndWhereItIsTold() {
        Rendering rendering = with("small", """
                tolerations: [{key: sale, operator: Exists}]
                serviceAccount: {annotations: {role: shop}}
                """);
        for (Deployment deployment : rendering.services()) {
            PodSpec pod = podOf(deployment);
            assertThat(pod.getTopologySpreadConstraints().stream().map(spread -> spread.getTopologyKey()))
                    .containsExactly("topology.kubernetes.io/zone", "kubernetes.io/hostname");
            assertThat(pod.getTolerations())
                    .singleElement()
                    .satisfies(toleration -> assertThat(toleration.getKey()).isEqualTo("sale"));
        }
        assertThat(rendering
                        .named(ServiceAccount.class, "flash-sale")
                        .getMetadata()
                        .getAnnotations())
                .containsEntry("role", "shop");
    }

    /** Helm runs it only on a cluster. Without its hook it is rendered like everything else. */
    @Test
    void testsAnInstallationByAskingTheGateway() throws IOException {
        Path chart = chartWith(valuesOf("small"), scratch.resolve("flash-sale"));
        Path file = chart.resolve("templates/tests/sales.yaml");
        String text = read(file);
        assertThat(text).contains("helm.sh/hook: test");
        Files.writeString(file, text.replace("helm.sh/hook: test", "hook: none"));
        Rendering rendering = new Rendering("small", template(chart));

        Pod pod = rendering.named(Pod.class, "flash-sale-test");
        Map<String, String> labels =
                Map.of("app.kubernetes.io/name", "test", "app.kubernetes.io/instance", "flash-sale");
        assertThat(pod.getMetadata().getLabels()).containsAllEntriesOf(labels);
        assertThat(pod.getSpec().getContainers()).singleElement().satisfies(HelmChartTests::assertHasNoPrivilege);
        int port = Integer.parseInt(configured("gateway", "server.port"));
        assertThat(String.join(" ", pod.getSpec().getContainers().getFirst().getCommand()))
                .contains("/dev/tcp/gateway/" + port);
        assertThat(rendering.named(NetworkPolicy.class, "gateway").getSpec().getIngress())
                .anyMatch(rule -> leadsTo(rule.getFrom(), labels) && hasPort(rule.getPorts(), port));
    }

    @Test
    void hasTheOperatorScrapeEveryPodAndWatchTheSameAlerts() {
        Rendering production = rendering("production");
        PodMonitor monitor = production.named(PodMonitor.class, "flash-sale");
        Set<String> scraped = monitor.getSpec().getPodMetricsEndpoints().stream()
                .map(endpoint -> endpoint.getPort())
                .collect(toSet());
        assertThat(production.deployments()).allSatisfy(deployment -> {
            assertThat(containerOf(deployment).getPorts()).anyMatch(port -> scraped.contains(port.getName()));
            assertThat(deployment.getSpec().getTemplate().getMetadata().getAnnotations())
                    .as("not a second time")
                    .doesNotContainKey("prometheus.io/scrape");
        });
        var rules = production.named(PrometheusRule.class, "flash-sale").getSpec().getGroups().stream()
                .flatMap(group -> group.getRules().stream())
                .filter(rule -> rule.getAlert() != null)
                .toList();
        assertThat(rules.stream().map(rule -> rule.getAlert()))
                .containsExactlyElementsOf(
                        ComposeTests.yaml("deploy/prometheus/alerts.yml").findValuesAsString("alert"));
        assertThat(rules)
                .allSatisfy(rule -> assertThat(rule.getAnnotations().get("runbook_url"))
                        .startsWith("https://git.example.com/shop/flash-sale/src/docs/runbooks/"));
    }

    @Test
    void givesGrafanaTheSameDashboards() throws IOException {
        ConfigMap dashboards = rendering("production").named(ConfigMap.class, "flash-sale-dashboards");
        try (Stream<Path> files = Files.list(ROOT.resolve("deploy/grafana/dashboards"))) {
            assertThat(dashboards.getData())
                    .isEqualTo(files.collect(toMap(file -> String.valueOf(file.getFileName()), ComposeTests::read)));
        }
    }

    private static boolean isOurs(Deployment deployment) {
        return OUR_SERVICES.contains(nameOf(deployment));
    }

    private static String nameOf(HasMetadata object) {
        return object.getMetadata().getName();
    }

    private static Map<String, String> selectorOf(Deployment deployment) {
        return deployment.getSpec().getSelector().getMatchLabels();
    }

    private static Container containerOf(Deployment deployment) {
        assertThat(podOf(deployment).getContainers()).hasSize(1);
        return podOf(deployment).getContainers().getFirst();
    }

    private static PodSpec podOf(Deployment deployment) {
        return deployment.getSpec().getTemplate().getSpec();
    }

    private static String valueIn(Deployment deployment, String variable) {
        return environmentOf(deployment).stream()
                .filter(one -> one.getName().equals(variable))
                .map(EnvVar::getValue)
                .findFirst()
                .orElseThrow(() -> new AssertionError(nameOf(deployment) + " has no " + variable));
    }

    private static List<EnvVar> environmentOf(Deployment deployment) {
        return containerOf(deployment).getEnv();
    }
}
