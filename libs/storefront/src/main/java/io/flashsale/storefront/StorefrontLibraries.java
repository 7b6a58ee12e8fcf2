package io.flashsale.storefront;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.stereotype.Component;

/**
 * Serves the pages' libraries from their WebJars: browser builds that need neither compiler nor {@code eval}. Their
 * addresses contain their versions, so browsers may keep them for ever.
 */
@Component
final class StorefrontLibraries {

    private final Map<String, String> imports = new LinkedHashMap<>();
    private final Set<String> files = new TreeSet<>();

    StorefrontLibraries() {
        add("vue", "vue", "dist/vue.runtime.esm-browser.prod.js");
        add("vue-router", "vue-router", "dist/vue-router.esm-browser.js");
        add("vue-i18n", "vue-i18n", "dist/vue-i18n.esm-browser.prod.js");
        add("chart.js", "chart.js", "dist/chart.js");
        files.add(path("chart.js", "dist/chunks/helpers.dataset.js"));
        add("@kurkle/color", "kurkle__color", "dist/color.esm.js");
    }

    /** The address for each name that a page imports. */
    Map<String, String> imports() {
        return imports;
    }

    /** The path is below {@code META-INF/resources/webjars/}: nothing else of a WebJar is served. */
    boolean serves(String path) {
        return files.contains(path);
    }

    private void add(String name, String webJar, String file) {
        String path = path(webJar, file);
        files.add(path);
        imports.put(name, "/webjars/" + path);
    }

    private static String path(String webJar, String file) {
        return webJar + '/' + version("org.webjars.npm", webJar) + '/' + file;
    }

    /** A WebJar keeps its files in a directory named after its version. */
    static String version(String group, String webJar) {
        ClassPathResource pom = new ClassPathResource("META-INF/maven/" + group + '/' + webJar + "/pom.properties");
        try {
            return PropertiesLoaderUtils.loadProperties(pom).getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException("the WebJar " + webJar + " is not in the class path", e);
        }
    }
}
