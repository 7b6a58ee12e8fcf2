package io.flashsale.storefront;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistration;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.PathResourceResolver;

/**
 * Serves scripts, styles, pictures and libraries from the jar. Browsers keep files with a version in the address
 * for ever. They revalidate the others each time, and get 304 if unchanged.
 */
@Configuration(proxyBeanMethods = false)
class StorefrontFiles implements WebMvcConfigurer {

    private static final CacheControl FOR_EVER =
            CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable();

    private final StorefrontPage page;
    private final StorefrontLibraries libraries;
    private final Map<String, String> tags = new ConcurrentHashMap<>();

    StorefrontFiles(StorefrontPage page, StorefrontLibraries libraries) {
        this.page = page;
        this.libraries = libraries;
    }

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        files(registry, "/assets/" + page.version() + "/**", "static/assets/", FOR_EVER);
        files(registry, "/assets/**", "static/assets/", CacheControl.noCache());
        files(registry, "/images/**", "static/images/", CacheControl.maxAge(Duration.ofHours(1)));
        files(registry, "/webjars/**", "META-INF/resources/webjars/", FOR_EVER)
                .resourceChain(true)
                .addResolver(new LibraryFiles());
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new SecurityHeaders(ContentSecurityPolicy.OWN_FILES))
                .addPathPatterns("/assets/**", "/images/**", "/webjars/**");
    }

    private ResourceHandlerRegistration files(
            ResourceHandlerRegistry registry, String paths, String folder, CacheControl keep) {
        return registry.addResourceHandler(paths)
                .addResourceLocations("classpath:/" + folder)
                .setCacheControl(keep)
                .setUseLastModified(false)
                .setEtagGenerator(this::tag);
    }

    private final class LibraryFiles extends PathResourceResolver {

        @Override
        protected @Nullable Resource getResource(String path, Resource location) throws IOException {
            return libraries.serves(path) ? super.getResource(path, location) : null;
        }
    }

    /** A hash of the content, computed once: files in the jar do not change while the gateway runs. */
    private String tag(Resource file) {
        return tags.computeIfAbsent(file.toString(), name -> {
            try {
                return ContentHash.tag(file.getContentAsByteArray());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
