package io.flashsale.storefront;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.web.util.HtmlUtils;

/**
 * What another site shows of a sale whose address somebody shares there (Open Graph protocol).
 *
 * @param imageUrl a path on our own site
 */
public record SalePreview(long id, String title, String description, String imageUrl) {

    /** Where the page of a sale gets it from. */
    @FunctionalInterface
    public interface Source {

        /** Returns empty if there is no such sale, or stock-service does not answer in time. */
        Optional<SalePreview> of(long saleId);
    }

    /**
     * The elements for the head of the page. Addresses begin like the one that the visitor asked for.
     *
     * @param shops language, for visitors who ask for none
     */
    String elements(HttpServletRequest request, Locale shops) {
        int language = language(request, shops);
        String url = request.getRequestURL().toString();
        String site = url.substring(0, url.length() - request.getRequestURI().length());
        return element("og:type", "website")
                + element("og:site_name", "flash-sale")
                + element("og:title", in(language, title))
                + element("og:description", in(language, description))
                + element("og:url", site + "/sales/" + id)
                + element("og:image", site + inPixels(imageUrl));
    }

    /** Most other sites show no SVG, so beside each drawing of ours lies the same as JPEG. */
    private static String inPixels(String path) {
        return path.startsWith("/images/products/") && path.endsWith(".svg")
                ? path.substring(0, path.length() - 3) + "jpg"
                : path;
    }

    private static int language(HttpServletRequest request, Locale shops) {
        Stream<Locale> wanted = request.getHeader(HttpHeaders.ACCEPT_LANGUAGE) == null
                ? Stream.empty()
                : Collections.list(request.getLocales()).stream();
        return Stream.concat(wanted, Stream.of(shops))
                .mapToInt(locale -> StorefrontProperties.LANGUAGES.indexOf(locale.getLanguage()))
                .filter(known -> known >= 0)
                .findFirst()
                .orElse(0);
    }

    /** The part of “Lamp || 台灯” in this language, as the pages show it. */
    private static String in(int language, String text) {
        String[] parts = text.split(" \\|\\| ", -1);
        return parts[Math.min(language, parts.length - 1)];
    }

    private static String element(String property, String content) {
        return "<meta property=\"" + property + "\" content=\"" + HtmlUtils.htmlEscape(content, "UTF-8") + "\">\n  ";
    }
}
