package io.flashsale.commons.sql;

import com.zaxxer.hikari.HikariDataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Makes each connection pool of a service follow a fail-over of its database. */
@AutoConfiguration
@ConditionalOnClass(name = "com.zaxxer.hikari.HikariDataSource")
public class ConnectionPoolConfiguration {

    @Bean
    static BeanPostProcessor poolsThatFollowAFailOver() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessBeforeInitialization(Object bean, String name) {
                if (bean instanceof HikariDataSource pool) {
                    pool.setExceptionOverride(new FailOverEviction(pool, System::nanoTime));
                }
                return bean;
            }
        };
    }
}
