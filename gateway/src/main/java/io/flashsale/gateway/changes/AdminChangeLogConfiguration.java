package io.flashsale.gateway.changes;

import jakarta.servlet.DispatcherType;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class AdminChangeLogConfiguration {

    @Bean
    FilterRegistrationBean<AdminChangeLog> adminChangeLog() {
        FilterRegistrationBean<AdminChangeLog> registration = new FilterRegistrationBean<>(new AdminChangeLog());
        registration.setDispatcherTypes(DispatcherType.REQUEST);
        registration.setOrder(SecurityFilterProperties.DEFAULT_FILTER_ORDER + 2);
        return registration;
    }
}
