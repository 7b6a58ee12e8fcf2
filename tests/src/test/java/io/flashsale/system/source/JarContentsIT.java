package io.flashsale.system.source;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
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

    @ParameterizedTest
    @ValueSource(strings = {"stock-service", "order-service", "coupon-service", "control-room", "gateway"})
    void areListedInTheJarOfEachServiceThatIsDeployed(String service) throws IOException {
        Path path = ProjectRoot.module(ROOT, service).resolve("target").resolve(service + ".jar");
        assumeTrue(Files.exists(path), () -> path + " is not built yet: run mvn verify");
        try (JarFile jar = new JarFile(path.toFile())) {
            ZipEntry entry = jar.getEntry(LIST);
            if (System.getenv("CI") == null) {
                assumeTrue(entry != null, () -> path + " was built offline, without a list");
            }
            JsonNode list = JsonMapper.shared().readTree(jar.getInputStream(Objects.requireNonNull(entry)));
            assertThat(list.path("bomFormat").asString()).isEqualTo("CycloneDX");
            assertThat(list.at("/metadata/component/name").asString()).isEqualTo(service);
            List<JsonNode> components = list.path("components").valueStream().toList();
            List<String> libraries = jar.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.startsWith(LIBRARIES) && name.endsWith(".jar"))
                    .map(name -> name.substring(LIBRARIES.length()))
                    .filter(name -> !name.startsWith("spring-boot-jarmode-tools")) // added while the jar is packed
                    .toList();
            assertThat(libraries)
                    .as("libraries of %s", service)
                    .hasSizeGreaterThan(50)
                    .allSatisfy(library ->
                            assertThat(components).as(library).anyMatch(component -> isIn(component, library)));
            assertThat(components)
                    .as("what is not in the jar; starters are nothing but a list of others")
                    .filteredOn(component -> !component.path("name").asString().startsWith("spring-boot-starter"))
                    .allMatch(component -> libraries.stream().anyMatch(library -> isIn(component, library)));
            assertThat(components)
                    .filteredOn(
                            component -> !component.path("group").asString("").equals("io.flashsale"))
                    .allSatisfy(component -> assertThat(component.path("hashes").findValuesAsString("alg"))
                            .contains("SHA-256"));
            Attributes manifest = Objects.requireNonNull(jar.getManifest()).getMainAttributes();
            assertThat(manifest.getValue("Sbom-Location")).isEqualTo(LIST);
            assertThat(manifest.getValue("Sbom-Format")).isEqualTo("CycloneDX");
        }
    }

    /** Whether the jar is this component or a variant, such as for one operating system. Ours have no version. */
    private static boolean isIn(JsonNode component, String jar) {
        String name = component.path("name").asString();
        return jar.startsWith(name + "-" + component.path("version").asString()) || jar.equals(name + ".jar");
    }
}
