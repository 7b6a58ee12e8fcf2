package io.flashsale.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.session.ProviderLogIns;
import io.flashsale.devstack.process.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** Logging in with Keycloak, as a process. The Maven profile {@code weekly} unpacks it. */
@Tag("weekly")
class KeycloakLogInIT extends ProviderLogInFixture {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static Process keycloak;
    private static ConfigurableApplicationContext shop;

    @BeforeAll
    static void start() throws IOException {
        Path home = home();
        Path realm = home.resolve("data/import/shop-realm.json");
        Files.createDirectories(realm.getParent());
        Files.copy(Path.of("src/test/resources/keycloak/shop-realm.json"), realm, StandardCopyOption.REPLACE_EXISTING);
        int port = Ports.free();
        ProcessBuilder server = new ProcessBuilder(
                "sh", home.resolve("bin/kc.sh").toString(), "start-dev", "--import-realm", "--http-port=" + port);
        server.environment().put("JAVA_HOME", System.getProperty("java.home"));
        server.environment()
                .put("JAVA_OPTS_APPEND", "--add-opens=java.base/java.lang=ALL-UNNAMED"); // for JDK 24 and later
        keycloak = server.redirectErrorStream(true)
                .redirectOutput(Path.of("target/keycloak.log").toFile())
                .start();
        String issuer = "http://localhost:" + port + "/realms/shop";
        await().until(() -> isUp(issuer));
        shop = startInstance(settings(issuer));
    }

    private static Path home() throws IOException {
        Path parent = Path.of("target/keycloak");
        assertThat(parent).as("unpacked by mvn -P weekly").isDirectory();
        try (Stream<Path> unpacked = Files.list(parent)) {
            return unpacked.filter(Files::isDirectory).findFirst().orElseThrow();
        }
    }

    private static boolean isUp(String issuer) throws InterruptedException {
        assertThat(keycloak.isAlive()).as("see target/keycloak.log").isTrue();
        URI document = URI.create(issuer + "/.well-known/openid-configuration");
        try {
            return HTTP.send(HttpRequest.newBuilder(document).build(), BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    @AfterAll
    static void stop() {
        if (shop != null) {
            shop.close();
        }
        if (keycloak != null) {
            keycloak.descendants().forEach(ProcessHandle::destroy);
            keycloak.destroy();
        }
    }

    private Answer finish(Map<String, String> returned) {
        return ask(portOf(shop), ProviderLogIns.FINISH_PATH, returned);
    }

    private Map<String, String> returning(String username) {
        return returning(ask(portOf(shop), ProviderLogIns.BEGIN_PATH, Map.of("then", "/orders")), username);
    }

    @Test
    void shouldLogInAUserOfKeycloakAgainAndAgain() throws Exception {
        Answer first = finish(returning("pat"));
        assertStatus(first, 200);
        assertThat(claim(first, "role")).isEqualTo("SHOPPER");
        assertThat(claim(first, "username")).isEqualTo("pat");
        assertThat(claim(finish(returning("pat")), "sub")).isEqualTo(claim(first, "sub"));
        assertStatus(callAt(portOf(shop), "GET", "/api/orders", first.text("token"), null), 200);
    }

    @Test
    void shouldMakeAnAdministratorOfAMemberOfTheGroup() throws Exception {
        assertThat(claim(finish(returning("boss")), "role")).isEqualTo("ADMIN");
    }

    @Test
    void shouldRefuseAUsedCodeAndAnotherAttempt() {
        Map<String, String> returned = returning("pat");
        Map<String, String> other = new HashMap<>(returned);
        other.put("attempt", returning("pat").get("attempt"));
        assertProblem(finish(other), "log-in-not-confirmed");
        assertStatus(finish(returned), 200);
        assertProblem(finish(returned), "log-in-not-confirmed");
    }
}
