package io.flashsale.storefront;

import static io.flashsale.storefront.ContentSecurityPolicy.SELF;

import io.flashsale.storefront.StorefrontProperties.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.stereotype.Component;
import org.springframework.web.util.HtmlUtils;
import tools.jackson.databind.json.JsonMapper;

/**
 * The only HTML page, completed once, but for what belongs to one sale. It states where this version's scripts are,
 * which libraries the import map names, and the policy that allows exactly these.
 */
@Component
class StorefrontPage {

    private static final String PREVIEW = "{{preview}}";

    private final String html;
    private final SecurityHeaders headers;
    private final String version;

    /** @param currency in which all prices are; a cent of the API is its smallest unit */
    StorefrontPage(
            StorefrontLibraries libraries,
            StorefrontProperties properties,
            @Value("${flashsale.shop.currency:CNY}") Currency currency,
            JsonMapper json,
            LockLabPresence lockLab) {
        try {
            this.version = versionOfAssets();
            String importMap = importMap(libraries, json);
            String template = new ClassPathResource("static/index.html").getContentAsString(StandardCharsets.UTF_8);
            this.html = template.replace("{{importMap}}", importMap)
                    .replace("{{assets}}", assets())
                    .replace("{{vue}}", libraries.imports().getOrDefault("vue", ""))
                    .replace("{{vue-router}}", libraries.imports().getOrDefault("vue-router", ""))
                    .replace("{{vue-i18n}}", libraries.imports().getOrDefault("vue-i18n", ""))
                    .replace(
                            "{{demoAccounts}}",
                            HtmlUtils.htmlEscape(json.writeValueAsString(properties.demoAccounts())))
                    .replace("{{format}}", HtmlUtils.htmlEscape(json.writeValueAsString(format(currency, properties))))
                    .replace("{{parts}}", HtmlUtils.htmlEscape(json.writeValueAsString(parts(properties, lockLab))));
            String scripts = SELF + " 'sha256-" + base64(importMap) + "'";
            this.headers = new SecurityHeaders(new ContentSecurityPolicy(scripts, SELF, SELF));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param preview elements for the head of the page of a sale; otherwise empty */
    byte[] html(String preview) {
        return html.replace(PREVIEW, preview).getBytes(StandardCharsets.UTF_8);
    }

    /** The headers with the policy under which the page may run. */
    SecurityHeaders headers() {
        return headers;
    }

    /** One version for all scripts and styles, so that a loaded page gets scripts that fit together. */
    String version() {
        return version;
    }

    /** Without a lock lab no page leads there, whatever the settings say. */
    private static Map<String, Object> parts(StorefrontProperties properties, LockLabPresence lockLab) {
        Set<Part> absent = new TreeSet<>(properties.absent());
        if (!lockLab.present()) {
            absent.add(Part.LOCK_LAB);
        }
        return Map.of("absent", absent, "small", properties.small());
    }

    private record Format(String currency, String locale) {}

    private static Format format(Currency currency, StorefrontProperties properties) {
        return new Format(currency.getCurrencyCode(), properties.locale().toLanguageTag());
    }

    private String assets() {
        return "/assets/" + version;
    }

    /** The import map, escaped for a script element and without line breaks, which an editor could change. */
    private String importMap(StorefrontLibraries libraries, JsonMapper json) {
        Map<String, String> imports = new LinkedHashMap<>(libraries.imports());
        imports.put("@vue/devtools-api", assets() + "/no-devtools.js");
        return json.writeValueAsString(Map.of("imports", imports)).replace("<", "\\u003c");
    }

    private static String versionOfAssets() throws IOException {
        Resource[] files = new PathMatchingResourcePatternResolver().getResources("classpath*:static/assets/**/*.*");
        Arrays.sort(files, Comparator.comparing(Resource::getDescription));
        MessageDigest all = ContentHash.sha256();
        for (Resource file : files) {
            all.update(file.getContentAsByteArray());
        }
        return ContentHash.brief(all.digest());
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(ContentHash.sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
