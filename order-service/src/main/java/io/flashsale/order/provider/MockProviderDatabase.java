package io.flashsale.order.provider;

import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.MybatisSqlSessionFactoryBuilder;
import com.zaxxer.hikari.HikariDataSource;
import io.flashsale.commons.sql.UtcInstantTypeHandler;
import org.apache.ibatis.mapping.Environment;
import org.mybatis.spring.SqlSessionTemplate;
import org.mybatis.spring.transaction.SpringManagedTransactionFactory;
import org.springframework.beans.factory.ObjectProvider;

/**
 * A database of the mock's own, with its two tables and over connections of its own. So the mock takes money and gives
 * it back while our database is away, as a real provider does.
 */
final class MockProviderDatabase implements AutoCloseable {

    private final HikariDataSource pool;
    private final MockProviderMapper records;

    MockProviderDatabase(MockDatabaseProperties where) {
        pool = new HikariDataSource();
        pool.setJdbcUrl(where.url());
        pool.setUsername(where.username());
        pool.setPassword(where.password());
        pool.setInitializationFailTimeout(-1); // it may start later than we do
        MybatisConfiguration configuration =
                new MybatisConfiguration(new Environment("mock", new SpringManagedTransactionFactory(), pool));
        configuration.setArgNameBasedConstructorAutoMapping(true);
        configuration.getTypeHandlerRegistry().register(new UtcInstantTypeHandler());
        configuration.addMapper(MockProviderMapper.class);
        records = new SqlSessionTemplate(new MybatisSqlSessionFactoryBuilder().build(configuration))
                .getMapper(MockProviderMapper.class);
    }

    /** The mock's records: in its own database if it has one, otherwise in ours. */
    static MockProviderMapper recordsIn(ObjectProvider<MockProviderDatabase> itsOwn, MockProviderMapper ours) {
        MockProviderDatabase own = itsOwn.getIfAvailable();
        return own == null ? ours : own.records();
    }

    MockProviderMapper records() {
        return records;
    }

    @Override
    public void close() {
        pool.close();
    }
}
