package io.flashsale.commons.adminchange;

import io.flashsale.commons.security.ProblemResponses;
import jakarta.servlet.DispatcherType;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Imported by services that have table {@code admin_change}. */
@Configuration(proxyBeanMethods = false)
public class AdminChangeConfiguration {

    @Bean
    AdminChanges adminChanges(JdbcClient jdbc) {
        return new AdminChanges(jdbc);
    }

    @Bean
    FilterRegistrationBean<AdminChangeFilter> adminChangeFilter(AdminChanges changes, ProblemResponses problems) {
        FilterRegistrationBean<AdminChangeFilter> registration =
                new FilterRegistrationBean<>(new AdminChangeFilter(changes, problems));
        registration.setDispatcherTypes(DispatcherType.REQUEST);
        registration.setOrder(SecurityFilterProperties.DEFAULT_FILTER_ORDER + 1);
        return registration;
    }
}
