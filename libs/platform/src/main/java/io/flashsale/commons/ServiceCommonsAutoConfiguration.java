package io.flashsale.commons;

import io.flashsale.commons.problem.ProblemHandlerConfiguration;
import io.flashsale.commons.security.SecurityConfiguration;
import java.time.Clock;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/** Gives a service the edge that all of ours share: correlation id, problem details, token check; and a clock. */
@AutoConfiguration(
        beforeName = {
            "org.springframework.boot.security.oauth2.server.resource.autoconfigure.servlet.OAuth2ResourceServerAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
            "org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration",
            "org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration"
        })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@Import({CorrelationIdFilter.class, SecurityConfiguration.class, ProblemHandlerConfiguration.class})
public class ServiceCommonsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    StrictJson strictJson() {
        return new StrictJson();
    }

    @Bean
    WebMvcConfigurer jsonAnswers(JsonMapper json) {
        return new WebMvcConfigurer() {
            @Override
            public void configureMessageConverters(HttpMessageConverters.ServerBuilder converters) {
                converters.withJsonConverter(new JsonAnswers(json));
            }
        };
    }
}
