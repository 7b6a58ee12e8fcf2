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
 * One statement of a mapper for many rows, as a JDBC batch.
 *
 * <p>With {@code rewriteBatchedStatements=true}, which the services set for their connection pools, the driver sends a
 * batch of INSERTs as one INSERT with many rows, as large as the server takes. MyBatis parses the statement once; of a
 * {@code <foreach>} over the rows it would parse every row of every batch.
 */
public final class MapperBatch {

    private MapperBatch() {}

    /**
     * Executes the statement for each row, in this sequence and all together, in the transaction of the caller; whoever
     * wants all or nothing has one. What the statement answers is not known before the end, and hence to be ignored.
     *
     * @param mapper the mapper as one of its default methods sees itself, or as it is injected
     * @param statement calls one method of the mapper, the same for each row
     * @throws org.springframework.dao.DataAccessException as from the mapper itself
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
            session.commit(); // sends what is left; a transaction of Spring's goes on
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
