package io.flashsale.commons.client;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.client.RestClient;

/**
 * Lets a service with {@code spring-boot-starter-restclient} call others; with its token, if it has a {@link
 * ServiceToken}.
 */
@AutoConfiguration(afterName = "org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration")
@ConditionalOnBean(RestClient.Builder.class)
public class ServiceClientsAutoConfiguration {

    @Bean
    ServiceClients serviceClients(ObjectProvider<RestClient.Builder> builders, ObjectProvider<ServiceToken> token) {
        return new ServiceClients(builders, token.getIfAvailable());
    }
}
