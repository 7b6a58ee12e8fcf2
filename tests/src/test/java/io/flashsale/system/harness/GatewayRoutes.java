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

    /**
     * A call; path segments in braces match anything.
     *
     * @param access EVERYBODY, PERSON or ADMINISTRATOR
     */
    public record Route(String method, String path, String access) {}

    private GatewayRoutes() {}

    public static List<Route> all() {
        try (URLClassLoader classes = new URLClassLoader(new URL[] {
            ProjectRoot.find().resolve("gateway/target/classes").toUri().toURL()
        })) {
            List<Route> routes = new ArrayList<>();
            for (Object route :
                    (List<?>) classes.loadClass(TABLE).getMethod("routes").invoke(null)) {
                routes.add(new Route(part("method", route), part("path", route), part("access", route)));
            }
            return routes;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (ReflectiveOperationException changed) {
            throw new IllegalStateException(TABLE + " is not what it was", changed);
        }
    }

    private static String part(String name, Object route) throws ReflectiveOperationException {
        return route.getClass().getMethod(name).invoke(route).toString();
    }
}
