package io.flashsale.controlroom;

import io.flashsale.commons.security.PublicPaths;
import io.flashsale.commons.security.Tokens;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Provides what all features of the control room share. */
@Configuration(proxyBeanMethods = false)
class ControlRoomConfiguration {

    /** Everything is for administrators only: a verdict names shoppers and orders, and an audit loads the servers. */
    @Bean
    PublicPaths access() {
        return requests -> requests.requestMatchers("/api/lab/**").hasRole(Tokens.ADMIN);
    }

    @Bean(destroyMethod = "shutdownNow")
    HttpClient httpClient() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(2))
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build();
    }
}
