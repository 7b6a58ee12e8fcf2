package io.flashsale.system.harness;

import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/**
 * The gateway's route table, read from its compiled classes.
 *
 * <p>These tests know the services only by their HTTP APIs and have no service on their class path.
 */
public final class GatewayRoutes {

    private static final String TABLE = "io.flashsale.gateway.routing.RouteTable";

    /** A call; path segments in braces match anything. */
    public record Route(String method, String path) {}

    private GatewayRoutes() {}

    public static List<Route> all() {
        try (URLClassLoader classes = new URLClassLoader(new URL[] {
            ProjectRoot.find().resolve("gateway/target/classes").toUri().toURL()
        })) {
            List<Route> routes = new ArrayList<>();
            for (Object route :
                    (List<?>) classes.loadClass(TABLE).getMethod("routes").invoke(null)) {
                routes.add(
                        new Route((String) route.getClass().getMethod("method").invoke(route), (String)
                                route.getClass().getMethod("path").invoke(route)));
            }
            return routes;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (ReflectiveOperationException changed) {
            throw new IllegalStateException(TABLE + " is not what it was", changed);
        }
    }
}
