package io.flashsale.locklab.own;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.SchemeContext;
import io.flashsale.locklab.scheme.Work;
import io.flashsale.locklab.zookeeper.ZkClient;
import io.flashsale.locklab.zookeeper.ZooKeeperSessions;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes a contributed scheme in a worker process from the settings. */
public final class OwnSchemes {

    /** The possible constructor parameters: the servers, and the lease of a lock. */
    static final Set<Class<?>> PARAMETERS =
            Set.of(Redis.class, StringRedisTemplate.class, Database.class, ZkClient.class, Duration.class);

    /** The prefix of settings that name the same servers without a proxy in between. */
    private static final String DIRECT = "direct-";

    private OwnSchemes() {}

    /** @throws Exception anything that the class's constructor throws */
    public static Operations open(SchemeContext context) throws Exception {
        Class<?> type = OwnClasses.parse(context.setting(OwnScheme.CLASSES)).load(context.setting(OwnScheme.CLASS));
        Servers servers = new Servers();
        try {
            Object own = servers.make(type, context.redis(), context);
            if (own instanceof LockScheme lock) {
                return Operations.locked(new OwnedLock(lock, servers), context);
            }
            SchemeContext direct = servers.add(new SchemeContext(direct(context)));
            Purchase counter = (Purchase) servers.make(type, direct.redis(), direct);
            return new PurchasedStock((Purchase) own, counter, servers).operations();
        } catch (Exception e) {
            servers.close();
            throw e;
        }
    }

    private static Map<String, String> direct(SchemeContext context) {
        Map<String, String> all = new HashMap<>(context.settings());
        context.settings().forEach((name, value) -> {
            if (name.startsWith(DIRECT)) {
                all.put(name.substring(DIRECT.length()), value);
            }
        });
        return all;
    }

    static void closeQuietly(AutoCloseable servers) {
        try {
            servers.close();
        } catch (Exception closedAlready) {
            // nothing to clean up
        }
    }

    /** The servers that were opened for the class. */
    private static final class Servers implements AutoCloseable {

        private final List<AutoCloseable> open = new ArrayList<>();

        <T extends AutoCloseable> T add(T server) {
            open.add(server);
            return server;
        }

        Object make(Class<?> type, Redis redis, SchemeContext context) throws Exception {
            Constructor<?> constructor = type.getConstructors()[0];
            List<Object> arguments = new ArrayList<>();
            for (Class<?> wanted : constructor.getParameterTypes()) {
                if (wanted == Redis.class) {
                    arguments.add(redis);
                } else if (wanted == StringRedisTemplate.class) {
                    arguments.add(new StringRedisTemplate(redis));
                } else if (wanted == Database.class) {
                    arguments.add(add(new Database(context)));
                } else if (wanted == ZkClient.class) {
                    arguments.add(new ZkClient(add(new ZooKeeperSessions(context))));
                } else {
                    arguments.add(context.lease());
                }
            }
            try {
                return constructor.newInstance(arguments.toArray());
            } catch (InvocationTargetException e) {
                throw e.getCause() instanceof Exception fault ? fault : e;
            }
        }

        @Override
        public void close() {
            open.reversed().forEach(OwnSchemes::closeQuietly);
            open.clear();
        }
    }

    /** A lock, with the servers that were opened for it. */
    private record OwnedLock(LockScheme lock, Servers servers) implements LockScheme {

        @Override
        public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
            return lock.whileHolding(name, timeout, work);
        }

        @Override
        public void close() {
            lock.close();
            servers.close();
        }
    }
}
