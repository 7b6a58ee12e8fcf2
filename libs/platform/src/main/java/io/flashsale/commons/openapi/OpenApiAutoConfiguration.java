package io.flashsale.commons.openapi;

import io.flashsale.commons.security.Shopper;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.List;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.PropertySource;
import org.springframework.security.web.access.AuthorizationManagerWebInvocationPrivilegeEvaluator.HttpServletRequestTransformer;
import org.springframework.security.web.access.PathPatternRequestTransformer;

/**
 * Serves a service's OpenAPI document at {@code /v3/api-docs}: the API through the gateway, without {@code
 * /internal/**}. The document is made and written on first use.
 */
@AutoConfiguration
@ConditionalOnClass({OpenAPI.class, OperationCustomizer.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@PropertySource("classpath:/io/flashsale/commons/openapi/springdoc.properties")
@Import({CallAnswers.class, TokenRules.class})
public class OpenApiAutoConfiguration {

    static {
        SpringDocUtils.getConfig().addRequestWrapperToIgnore(Shopper.class);
    }

    private static final String COMMON = """

            Ids are 64-bit integers and travel as JSON strings. Money is in cents, times are ISO-8601 in UTC.
            Every refusal or fault is a problem (RFC 9457). These are all types there are:

            """;

    @Bean
    @ConditionalOnMissingBean
    ApiDescription apiDescription(@Value("${spring.application.name:API}") String name) {
        return new ApiDescription(name, "");
    }

    @Bean
    OpenAPI openApi(ApiDescription description) {
        Components components = new Components()
                .addSecuritySchemes(
                        TokenRules.SCHEME,
                        new SecurityScheme()
                                .type(SecurityScheme.Type.HTTP)
                                .scheme("bearer")
                                .bearerFormat("JWT")
                                .description("The `token` of the answer to `POST /api/login`."));
        ProblemSchema.addTo(components);
        return new OpenAPI()
                .info(new Info()
                        .title(description.title())
                        .version("1")
                        .description(description.description() + "\n" + COMMON + ProblemSchema.table()))
                .servers(List.of(new Server().url("/").description("through the gateway")))
                .components(components);
    }

    @Bean
    FilterRegistrationBean<DocumentWrittenOnce> documentWrittenOnce() {
        FilterRegistrationBean<DocumentWrittenOnce> filter = new FilterRegistrationBean<>(new DocumentWrittenOnce());
        filter.addUrlPatterns("/v3/api-docs");
        return filter;
    }

    /** Without it a rule about the dispatcher type fails when it is evaluated without a real request. */
    @Bean
    @ConditionalOnMissingBean
    HttpServletRequestTransformer imaginedRequests() {
        PathPatternRequestTransformer usual = new PathPatternRequestTransformer();
        return request -> new HttpServletRequestWrapper(usual.transform(request)) {
            @Override
            public DispatcherType getDispatcherType() {
                return DispatcherType.REQUEST;
            }
        };
    }
}
