package io.flashsale.simulation.shop;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A mapper, or another interface, of which only those methods work that an object has, too. */
public final class MapperDouble {

    private static final Map<Class<?>, Map<Method, Method>> FOUND = new ConcurrentHashMap<>();
    private static final Map<Method, MethodHandle> DEFAULTS = new ConcurrentHashMap<>();

    private MapperDouble() {}

    /** The other methods throw {@link AssertionError}, so that nothing passes unseen. */
    public static <T> T of(Class<T> mapper, Object methods) {
        Map<Method, Method> found = FOUND.computeIfAbsent(methods.getClass(), own -> found(mapper, own));
        InvocationHandler handler = (proxy, method, arguments) -> answer(proxy, method, arguments, methods, found);
        return mapper.cast(Proxy.newProxyInstance(mapper.getClassLoader(), new Class<?>[] {mapper}, handler));
    }

    private static Map<Method, Method> found(Class<?> mapper, Class<?> methods) {
        Map<Method, Method> found = new HashMap<>();
        for (Method method : mapper.getMethods()) {
            for (Method own : methods.getDeclaredMethods()) {
                if (own.getName().equals(method.getName())
                        && own.getParameterCount() == method.getParameterCount()
                        && !own.isSynthetic()) {
                    own.setAccessible(true);
                    found.put(method, own);
                }
            }
        }
        return found;
    }

    private static MethodHandle ofInterface(Method method) {
        Class<?> type = method.getDeclaringClass();
        try {
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup()).unreflectSpecial(method, type);
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static @Nullable Object answer(
            Object proxy,
            Method method,
            @Nullable Object @Nullable [] arguments,
            Object methods,
            Map<Method, Method> found)
            throws Throwable {
        Method own = found.get(method);
        if (own == null) {
            if (method.isDefault()) {
                return DEFAULTS.computeIfAbsent(method, MapperDouble::ofInterface)
                        .bindTo(proxy)
                        .invokeWithArguments(arguments == null ? new Object[0] : arguments);
            }
            if (method.getDeclaringClass() == Object.class) {
                return switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> arguments != null && proxy == arguments[0];
                    default -> methods.getClass().getSimpleName();
                };
            }
            throw new AssertionError("the simulation has no " + method);
        }
        try {
            return own.invoke(methods, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}
