package io.flashsale.commons.sql;

import org.apache.ibatis.session.SqlSessionFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

/** Registers our type handlers, object factory, ids of rows and error codes with MyBatis-Plus, where a service has it. */
@AutoConfiguration
@ConditionalOnClass(name = "org.apache.ibatis.type.TypeHandler")
public class TypeHandlerConfiguration {

    @Bean
    UtcInstantTypeHandler utcInstantTypeHandler() {
        return new UtcInstantTypeHandler();
    }

    @Bean
    @Lazy // MyBatis-Plus asks for it where there is a database
    RowIds rowIds(JdbcClient jdbc, PlatformTransactionManager transactions) {
        return new RowIds(new IdBlocks(jdbc, transactions));
    }

    @Bean
    static BeanPostProcessor recordsOfRows() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                if (bean instanceof SqlSessionFactory sessions) {
                    sessions.getConfiguration().setObjectFactory(new RecordFactory());
                    SqlErrorCodes.teach();
                }
                return bean;
            }
        };
    }
}
