package io.flashsale.gateway;

import com.github.benmanes.caffeine.cache.Ticker;
import io.flashsale.storefront.StorefrontConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

@SpringBootApplication
@Import(StorefrontConfiguration.class)
@ConfigurationPropertiesScan
public class GatewayApplication {

    /** The clock of limits and time-outs; it stays steady when the system clock is set. */
    @Bean
    static Ticker ticker() {
        return Ticker.systemTicker();
    }

    public static void main(String[] args) {
        SpringApplication.run(GatewayApplication.class, args);
    }
}
