package io.flashsale.locklab.redis.redisson;

import io.flashsale.locklab.trace.Trace;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RLock;
import org.redisson.api.RReadWriteLock;
import org.redisson.api.RedissonClient;

/** Redisson with locks that report each call and its result. They do not report the commands that Redisson sends. */
public final class TracedRedisson {

    private static final Set<String> LOCKS = Set.of("getLock", "getFairLock");
    private static final Set<String> TOLD = Set.of("tryLock", "lock", "unlock", "isHeldByCurrentThread");

    private TracedRedisson() {}

    /** @param address of the server that it calls */
    static RedissonClient of(RedissonClient redisson, String address) {
        return proxy(RedissonClient.class, (self, method, arguments) -> {
            Object result = invoke(redisson, method, arguments);
            if (LOCKS.contains(method.getName())) {
                return lock((RLock) result, () -> "RLock " + arguments[0] + as(redisson), address);
            }
            return method.getName().equals("getReadWriteLock")
                    ? sides((RReadWriteLock) result, arguments[0] + as(redisson), address)
                    : result;
        });
    }

    /** The owner that Redisson writes into its locks for the calling thread. */
    private static String as(RedissonClient redisson) {
        return " as " + redisson.getId() + ":" + Thread.currentThread().threadId();
    }

    private static RReadWriteLock sides(RReadWriteLock lock, String name, String address) {
        return proxy(RReadWriteLock.class, (self, method, arguments) -> {
            Object result = invoke(lock, method, arguments);
            return result instanceof RLock side ? lock(side, () -> method.getName() + " " + name, address) : result;
        });
    }

    /**
     * Wraps a lock to report its calls.
     *
     * @param name of the lock
     * @param address of the server that it calls; empty if several
     */
    public static RLock lock(RLock lock, Supplier<String> name, String address) {
        return proxy(
                RLock.class,
                (self, method, arguments) -> TOLD.contains(method.getName())
                        ? Trace.call(
                                        address,
                                        () -> name.get() + " " + method.getName() + inWords(arguments),
                                        Answer::inShort,
                                        () -> new Answer(invoke(lock, method, arguments)))
                                .value()
                        : invoke(lock, method, arguments));
    }

    private record Answer(@Nullable Object value) {

        String inShort() {
            return value == null ? "OK" : value.toString();
        }
    }

    private static String inWords(Object @Nullable [] arguments) {
        return arguments == null
                ? "()"
                : Arrays.stream(arguments).map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
    }

    private static Object invoke(Object target, Method method, Object @Nullable [] arguments) throws Exception {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception fault ? fault : e;
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return (T) Proxy.newProxyInstance(TracedRedisson.class.getClassLoader(), new Class<?>[] {type}, handler);
    }
}
