package io.flashsale.commons.sql;

import com.baomidou.mybatisplus.core.override.MybatisMapperProxy;
import com.baomidou.mybatisplus.core.toolkit.MybatisUtils;
import java.util.Collection;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.apache.ibatis.exceptions.PersistenceException;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.MyBatisExceptionTranslator;

/**
 * Executes one statement of a mapper for many rows, as a JDBC batch.
 *
 * <p>With {@code rewriteBatchedStatements=true}, which the services set for their connection pools, the driver
 * sends a batch of INSERTs as one INSERT with many rows, as large as the server allows. MyBatis parses the
 * statement once. A {@code <foreach>} over the rows would be parsed for every row of every batch.
 */
public final class MapperBatch {

    private MapperBatch() {}

    /**
     * Executes the statement for each row, in order, in the caller's transaction. Only a transaction makes it all
     * or nothing. The statement's own result must be ignored, because it is unknown until the end.
     *
     * @param mapper {@code this} inside a default method of the mapper, or the injected mapper
     * @param statement calls one method of the mapper, the same for each row
     * @throws org.springframework.dao.DataAccessException like the mapper itself
     */
    @SuppressWarnings("unchecked") // the interface is the mapper's own
    public static <M, R> void execute(M mapper, Collection<R> rows, BiConsumer<M, R> statement) {
        if (rows.isEmpty()) {
            return;
        }
        MybatisMapperProxy<?> proxy = MybatisUtils.getMybatisMapperProxy(mapper);
        SqlSessionFactory sessions = MybatisUtils.getSqlSessionFactory(proxy);
        try (SqlSession session = sessions.openSession(ExecutorType.BATCH)) {
            M batching = (M) session.getMapper(proxy.getMapperInterface());
            rows.forEach(row -> statement.accept(batching, row));
            session.commit(); // sends the rest; a transaction of Spring continues
        } catch (PersistenceException fault) {
            throw translated(fault, sessions);
        }
    }

    private static RuntimeException translated(PersistenceException fault, SqlSessionFactory sessions) {
        var translator = new MyBatisExceptionTranslator(
                sessions.getConfiguration().getEnvironment().getDataSource(), true);
        return Objects.requireNonNullElse(translator.translateExceptionIfPossible(fault), fault);
    }
}
