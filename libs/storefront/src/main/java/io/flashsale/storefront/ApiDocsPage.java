package io.flashsale.storefront;

import static io.flashsale.storefront.ContentSecurityPolicy.SELF;

import java.time.Duration;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Serves the page {@code /api-docs}: a few files of ours, and Swagger UI from its WebJar. */
@Configuration(proxyBeanMethods = false)
class ApiDocsPage implements WebMvcConfigurer {

    private static final String VERSION = StorefrontLibraries.version("org.webjars", "swagger-ui");

    /** Swagger UI sets style attributes and has pictures in its style sheet. Scripts are our own files only. */
    private static final ContentSecurityPolicy POLICY =
            new ContentSecurityPolicy(SELF, SELF + " 'unsafe-inline'", SELF + " data:");

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler("/api-docs/page/**")
                .addResourceLocations("classpath:/static/api-docs/")
                .setUseLastModified(false)
                .setCacheControl(CacheControl.noStore()); // small, and changes with each release
        registry.addResourceHandler("/api-docs/swagger-ui/**")
                .addResourceLocations("classpath:/META-INF/resources/webjars/swagger-ui/" + VERSION + "/")
                .setUseLastModified(false)
                .setEtagGenerator(file -> '"' + VERSION + '"')
                .setCacheControl(CacheControl.maxAge(Duration.ofHours(1)).cachePublic());
    }

    @Override
    public void addViewControllers(ViewControllerRegistry registry) {
        registry.addViewController("/api-docs").setViewName("forward:/api-docs/page/index.html");
        registry.addRedirectViewController("/api-docs/", "/api-docs");
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new SecurityHeaders(POLICY))
                .addPathPatterns("/api-docs", "/api-docs/page/**", "/api-docs/swagger-ui/**");
    }
}
