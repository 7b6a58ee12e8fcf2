package io.flashsale.commons.sql;

import org.apache.ibatis.session.SqlSessionFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Registers our type handlers and object factory with MyBatis-Plus, where a service has it. */
@AutoConfiguration
@ConditionalOnClass(name = "org.apache.ibatis.type.TypeHandler")
public class TypeHandlerConfiguration {

    @Bean
    UtcInstantTypeHandler utcInstantTypeHandler() {
        return new UtcInstantTypeHandler();
    }

    @Bean
    static BeanPostProcessor recordsOfRows() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                if (bean instanceof SqlSessionFactory sessions) {
                    sessions.getConfiguration().setObjectFactory(new RecordFactory());
                }
                return bean;
            }
        };
    }
}
