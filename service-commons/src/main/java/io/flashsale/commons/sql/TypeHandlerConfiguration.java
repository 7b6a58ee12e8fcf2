package io.flashsale.commons.sql;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** What MyBatis-Plus, where a service has it, is to know of our tables. */
@AutoConfiguration
@ConditionalOnClass(name = "org.apache.ibatis.type.TypeHandler")
public class TypeHandlerConfiguration {

    @Bean
    UtcInstantTypeHandler utcInstantTypeHandler() {
        return new UtcInstantTypeHandler();
    }
}
