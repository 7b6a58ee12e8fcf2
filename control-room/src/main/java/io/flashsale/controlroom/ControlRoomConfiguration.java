package io.flashsale.controlroom;

import io.flashsale.commons.security.PublicPaths;
import io.flashsale.commons.security.Tokens;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the features of the control room stand on. */
@Configuration(proxyBeanMethods = false)
class ControlRoomConfiguration {

    /** All of it is for administrators: a verdict names shoppers and orders, and makes the servers work. */
    @Bean
    PublicPaths access() {
        return requests -> requests.requestMatchers("/api/lab/**").hasRole(Tokens.ADMIN);
    }
}
