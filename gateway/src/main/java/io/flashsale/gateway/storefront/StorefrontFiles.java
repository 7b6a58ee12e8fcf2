package io.flashsale.gateway.storefront;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The start page and what belongs to it, out of the jar. Browsers ask again each time, and get 304 unless it changed. */
@Configuration(proxyBeanMethods = false)
class StorefrontFiles implements WebMvcConfigurer {

    private static final String FILES = "classpath:/static";

    private final Map<String, String> tags = new ConcurrentHashMap<>();

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler("/index.html")
                .addResourceLocations(FILES + "/")
                .setCacheControl(CacheControl.noCache())
                .setUseLastModified(false)
                .setEtagGenerator(this::tag);
        registry.addResourceHandler("/assets/**")
                .addResourceLocations(FILES + "/assets/")
                .setCacheControl(CacheControl.noCache())
                .setUseLastModified(false)
                .setEtagGenerator(this::tag);
        registry.addResourceHandler("/images/**")
                .addResourceLocations(FILES + "/images/")
                .setCacheControl(CacheControl.maxAge(Duration.ofHours(1)).cachePublic())
                .setUseLastModified(false)
                .setEtagGenerator(this::tag);
    }

    @Override
    public void addViewControllers(ViewControllerRegistry registry) {
        registry.addViewController("/").setViewName("forward:/index.html");
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new PageHeaders()).addPathPatterns("/", "/index.html", "/assets/**", "/images/**");
    }

    /** A hash of the content, made once: the files are in the jar and do not change while it runs. */
    private String tag(Resource file) {
        return tags.computeIfAbsent(file.toString(), name -> hash(file));
    }

    private static String hash(Resource file) {
        try (InputStream content = file.getInputStream()) {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.readAllBytes());
            return '"' + HexFormat.of().formatHex(digest, 0, 8) + '"';
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
