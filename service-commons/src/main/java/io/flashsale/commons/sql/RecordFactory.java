package io.flashsale.commons.sql;

import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.ibatis.reflection.ReflectionException;
import org.apache.ibatis.reflection.factory.DefaultObjectFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes an object of a row. Like MyBatis' own factory, but it has made the constructor accessible before it calls it: the own
 * one calls first, and for each row of one of our package-private records throws and catches an exception with the stack trace
 * of a whole request.
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
