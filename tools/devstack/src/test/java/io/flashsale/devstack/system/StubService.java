package io.flashsale.devstack.system;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Stands in for a service: it is ready at once, has a metric, and answers its own environment.
 *
 * <p>In the place of the gateway it behaves like {@link StubShop}. The service that {@code stub.dies} names ends at once,
 * and the one of {@code stub.silent} is never ready.
 */
public final class StubService {

    private StubService() {}

    /** Makes the root of a project whose services are stubs. */
    public static void jars(Path root) throws IOException {
        Files.createDirectories(root);
        Files.copy(ProjectRoot.find().resolve("pom.xml"), root.resolve("pom.xml"), StandardCopyOption.REPLACE_EXISTING);
        for (ServiceName name : ServiceName.values()) {
            jar(name.jar(root));
        }
    }

    public static void main(String[] arguments) throws Exception {
        if (isThis("stub.dies")) {
            System.out.println("Validate failed: Migrations have failed validation");
            System.exit(1);
        }
        if (isThis("stub.silent")) {
            new CountDownLatch(1).await();
        }
        serve(
                System.getenv("MANAGEMENT_SERVER_PORT"),
                Map.of("/actuator/health/readiness", "{\"status\":\"UP\"}", "/actuator/prometheus", "stub 1\n"));
        StringBuilder environment = new StringBuilder();
        System.getenv()
                .forEach((name, value) ->
                        environment.append(name).append('=').append(value).append('\n'));
        if (System.getenv("FLASHSALE_SERVICES_ORDER_URL") != null && Boolean.getBoolean("stub.shop")) {
            StubShop.serve(Integer.parseInt(System.getenv("SERVER_PORT")));
        } else {
            serve(System.getenv("SERVER_PORT"), Map.of("/environment", environment.toString()));
        }
        System.out.println("ERROR nothing is wrong, this is a test");
    }

    /** Whether a system property names this service. */
    private static boolean isThis(String property) {
        return System.getProperty("java.class.path", "").contains(System.getProperty(property, "no service at all"));
    }

    private static void serve(String port, Map<String, String> bodies) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(port)), 0);
        bodies.forEach((path, body) -> server.createContext(path, exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        }));
        server.start();
    }

    /** Writes a jar that runs this class. */
    private static void jar(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, StubService.class.getName());
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Class<?> type : List.of(StubService.class, StubShop.class)) {
                String entry = type.getName().replace('.', '/') + ".class";
                jar.putNextEntry(new JarEntry(entry));
                try (var in = Objects.requireNonNull(type.getResourceAsStream("/" + entry))) {
                    in.transferTo(jar);
                }
                jar.closeEntry();
            }
        }
    }
}
