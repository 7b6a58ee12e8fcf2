package io.flashsale.system.source;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.all;
import static io.flashsale.system.project.ComposeTests.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The deployed jars contain a complete list of their components.
 *
 * <p>Maven makes no list offline ({@code -o}), nor in the usual run, because the list takes time. A jar without
 * a list is skipped, but fails the test if {@code CI} is set.
 */
@Tag("long")
class JarContentsIT {

    private static final String LIST = "META-INF/sbom/application.cdx.json";
    private static final String LIBRARIES = "BOOT-INF/lib/";

    /** Spring Boot adds this while it packs the jar. */
    private static final String TOOLS_OF_THE_JAR = "spring-boot-jarmode-tools";

    private final JsonMapper json = new JsonMapper();

    /** A library or application, as the list names it. */
    private record Component(String group, String name, String version, List<String> hashes) {

        /**
         * Whether the jar is this component or a variant of it, such as for one operating system. Our own jars
         * have no version.
         */
        boolean isIn(String jar) {
            return jar.startsWith(name + "-" + version) || jar.equals(name + ".jar");
        }
    }

    private static JarFile jarOf(String service) throws IOException {
        Path jar = ProjectRoot.module(ROOT, service).resolve("target").resolve(service + ".jar");
        assumeTrue(Files.exists(jar), () -> jar + " is not built yet: run mvn verify");
        return new JarFile(jar.toFile());
    }

    private JsonNode listIn(JarFile jar) throws IOException {
        ZipEntry entry = jar.getEntry(LIST);
        if (System.getenv("CI") == null) {
            assumeTrue(entry != null, () -> jar.getName() + " was built offline, without a list");
        }
        assertThat(entry).as("%s in %s", LIST, jar.getName()).isNotNull();
        try (InputStream content = jar.getInputStream(Objects.requireNonNull(entry))) {
            return json.readTree(content);
        }
    }

    private static List<Component> components(JsonNode list) {
        return StreamSupport.stream(list.path("components").spliterator(), false)
                .map(one -> new Component(
                        one.path("group").asString(""),
                        one.path("name").asString(),
                        one.path("version").asString(),
                        StreamSupport.stream(one.path("hashes").spliterator(), false)
                                .map(hash -> hash.path("alg").asString())
                                .toList()))
                .toList();
    }

    private static Set<String> librariesIn(JarFile jar) {
        return jar.stream()
                .map(ZipEntry::getName)
                .filter(name -> name.startsWith(LIBRARIES) && name.endsWith(".jar"))
                .map(name -> name.substring(LIBRARIES.length()))
                .filter(name -> !name.startsWith(TOOLS_OF_THE_JAR))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock-service", "order-service", "coupon-service", "control-room", "gateway"})
    void areListedInTheJarOfEachServiceThatIsDeployed(String service) throws IOException {
        try (JarFile jar = jarOf(service)) {
            JsonNode list = listIn(jar);
            assertThat(list.path("bomFormat").asString()).isEqualTo("CycloneDX");
            assertThat(list.path("specVersion").asString()).startsWith("1.");
            assertThat(list.at("/metadata/component/name").asString()).isEqualTo(service);
            assertThat(list.at("/metadata/component/type").asString()).isEqualTo("application");
            List<Component> components = components(list);
            Set<String> libraries = librariesIn(jar);
            assertThat(libraries)
                    .as("libraries of %s", service)
                    .hasSizeGreaterThan(50)
                    .allSatisfy(library ->
                            assertThat(components).as(library).anyMatch(component -> component.isIn(library)));
            assertThat(components)
                    .as("what is not in the jar; starters are nothing but a list of others")
                    .filteredOn(component -> !component.name().startsWith("spring-boot-starter"))
                    .allMatch(component -> libraries.stream().anyMatch(component::isIn));
            assertThat(components)
                    .filteredOn(component -> !component.group().equals("io.flashsale"))
                    .allSatisfy(component -> assertThat(component.hashes()).contains("SHA-256"));
            Attributes manifest = Objects.requireNonNull(jar.getManifest()).getMainAttributes();
            assertThat(manifest.getValue("Sbom-Location")).isEqualTo(LIST);
            assertThat(manifest.getValue("Sbom-Format")).isEqualTo("CycloneDX");
        }
    }

    @Test
    void nameTheVersionsThatTheParentPomSays() throws IOException {
        String redisson = all("<redisson\\.version>(.*)</redisson\\.version>", read(ROOT.resolve("pom.xml")))
                .findFirst()
                .orElseThrow()
                .group(1);
        try (JarFile jar = jarOf("gateway")) {
            assertThat(components(listIn(jar)))
                    .filteredOn(component -> component.name().equals("redisson"))
                    .singleElement()
                    .satisfies(component -> assertThat(component.group()).isEqualTo("org.redisson"))
                    .satisfies(component -> assertThat(component.version()).isEqualTo(redisson));
        }
    }
}
