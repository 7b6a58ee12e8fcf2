package io.flashsale.commons.testing;

import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A mapper whose statements are answered by a test, and counted with their rows. Any other statement fails.
 *
 * @param <T> the mapper's interface
 */
public final class CountedMapper<T> {

    private final AtomicInteger statements = new AtomicInteger();
    private final AtomicInteger rows = new AtomicInteger();
    private final T mapper;

    /** @param answers by the names of the methods, from their arguments */
    public CountedMapper(Class<T> mapper, Map<String, Function<Object[], Object>> answers) {
        this.mapper = mapper.cast(Proxy.newProxyInstance(
                mapper.getClassLoader(), new Class<?>[] {mapper}, (proxy, method, arguments) -> {
                    Function<Object[], Object> answer = answers.get(method.getName());
                    if (answer == null) {
                        throw new AssertionError("nobody expects " + method);
                    }
                    Object result = answer.apply(arguments);
                    statements.incrementAndGet();
                    rows.addAndGet(result instanceof Collection<?> several ? several.size() : 1);
                    return result;
                }));
    }

    public T mapper() {
        return mapper;
    }

    /** The statements until now. */
    public int statements() {
        return statements.get();
    }

    /** The rows that they have read. */
    public int rows() {
        return rows.get();
    }
}
