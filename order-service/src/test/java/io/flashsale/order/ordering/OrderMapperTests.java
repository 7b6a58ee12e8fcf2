package io.flashsale.order.ordering;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.baomidou.mybatisplus.spring.MybatisSqlSessionFactoryBean;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.apache.ibatis.session.SqlSessionFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mybatis.spring.mapper.MapperFactoryBean;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** Tests the mapper without a database; the ITs cover the rest. */
class OrderMapperTests {

    private interface Step {
        void take(OrderMapper orders);
    }

    static List<Step> steps() {
        return List.of(
                orders -> orders.lock(1),
                orders -> orders.lockOverdue(1),
                orders -> orders.markPaid(1, Instant.EPOCH),
                orders -> orders.noteRefund(1, 1),
                orders -> orders.markRefundDue(1, 1, Instant.EPOCH),
                orders -> orders.markRefunded(1),
                orders -> orders.close(List.of(1L), EndReason.CANCELLED));
    }

    @ParameterizedTest
    @MethodSource("steps")
    void shouldRefuseToLockAndToChangeOutsideATransaction(Step step) {
        try (var context = new AnnotationConfigApplicationContext(Mappers.class)) {
            OrderMapper orders = context.getBean(OrderMapper.class);
            ThrowingCallable taken = () -> step.take(orders);
            assertThatThrownBy(taken).isInstanceOf(IllegalTransactionStateException.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(proxyTargetClass = true)
    static class Mappers {

        /** Never asked for a connection. */
        @Bean
        DataSource dataSource() {
            return new DriverManagerDataSource();
        }

        @Bean
        DataSourceTransactionManager transactionManager(DataSource dataSource) {
            return new DataSourceTransactionManager(dataSource);
        }

        @Bean
        MybatisSqlSessionFactoryBean sqlSessionFactory(DataSource dataSource) {
            MybatisSqlSessionFactoryBean factory = new MybatisSqlSessionFactoryBean();
            factory.setDataSource(dataSource);
            return factory;
        }

        @Bean
        MapperFactoryBean<OrderMapper> orderMapper(SqlSessionFactory sessions) {
            MapperFactoryBean<OrderMapper> mapper = new MapperFactoryBean<>(OrderMapper.class);
            mapper.setSqlSessionFactory(sessions);
            return mapper;
        }
    }
}
