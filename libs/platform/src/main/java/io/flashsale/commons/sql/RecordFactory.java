package io.flashsale.commons.sql;

import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.ibatis.reflection.ReflectionException;
import org.apache.ibatis.reflection.factory.DefaultObjectFactory;
import org.jspecify.annotations.Nullable;

/**
 * Creates an object for a row, faster than MyBatis' own factory. That one calls the constructor before it makes it
 * accessible. For each row of a package-private record it so throws and catches an exception with a full stack
 * trace.
 */
final class RecordFactory extends DefaultObjectFactory {

    private static final long serialVersionUID = 1L;

    private record Signature(Class<?> type, List<Class<?>> parameters) {}

    private final transient Map<Signature, Constructor<?>> constructors = new ConcurrentHashMap<>();

    @Override
    public <T> T create(Class<T> type, @Nullable List<Class<?>> parameters, @Nullable List<Object> arguments) {
        if (parameters == null || arguments == null || type.isInterface()) {
            return super.create(type, parameters, arguments);
        }
        try {
            Signature signature = new Signature(type, List.copyOf(parameters));
            return type.cast(constructors
                    .computeIfAbsent(signature, RecordFactory::accessible)
                    .newInstance(arguments.toArray()));
        } catch (ReflectiveOperationException fault) {
            throw new ReflectionException("cannot make a " + type.getName() + " of a row: " + fault, fault);
        }
    }

    private static Constructor<?> accessible(Signature of) {
        try {
            Constructor<?> constructor =
                    of.type().getDeclaredConstructor(of.parameters().toArray(Class[]::new));
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException missing) {
            throw new ReflectionException(of.type().getName() + " has no constructor for " + of.parameters(), missing);
        }
    }
}
