package io.flashsale.order;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Signature;
import org.apache.ibatis.session.ResultHandler;
import org.apache.ibatis.session.RowBounds;

/**
 * Records the statements that HTTP requests execute, such as {@code OrderMapper.find}; each is a round trip to
 * MySQL.
 */
@Intercepts({
    @Signature(
            type = Executor.class,
            method = "update",
            args = {MappedStatement.class, Object.class}),
    @Signature(
            type = Executor.class,
            method = "query",
            args = {MappedStatement.class, Object.class, RowBounds.class, ResultHandler.class})
})
public final class ExecutedStatements implements Interceptor {

    private static final String REQUESTS = "tomcat-handler";

    private final List<String> names = new CopyOnWriteArrayList<>();

    @Override
    public Object intercept(Invocation invocation) throws Throwable {
        if (Thread.currentThread().getName().startsWith(REQUESTS)) {
            String id = ((MappedStatement) invocation.getArgs()[0]).getId();
            names.add(id.replaceAll(".*\\.(\\w+\\.\\w+)", "$1"));
        }
        return invocation.proceed();
    }

    /** Returns the statements since the last call. Includes those of other tests if tests run in parallel. */
    public List<String> take() {
        List<String> taken = List.copyOf(names);
        names.clear();
        return taken;
    }
}
