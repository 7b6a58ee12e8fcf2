package io.flashsale.storefront;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
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

        /** Returns empty if there is no such sale, or nobody says so soon. */
        Optional<SalePreview> of(long saleId);
    }

    /** The elements for the head of the page. Addresses begin like the one that the visitor asked for. */
    String elements(HttpServletRequest request) {
        String url = request.getRequestURL().toString();
        String site = url.substring(0, url.length() - request.getRequestURI().length());
        return element("og:type", "website")
                + element("og:site_name", "flash-sale")
                + element("og:title", in(request, title))
                + element("og:description", in(request, description))
                + element("og:url", site + "/sales/" + id)
                + element("og:image", site + imageUrl);
    }

    /** The part of “Lamp || 台灯” in the visitor's language, as the pages show it. */
    private static String in(HttpServletRequest request, String text) {
        String[] parts = text.split(" \\|\\| ", -1);
        return request.getLocale().getLanguage().equals("zh") && parts.length > 1 ? parts[1] : parts[0];
    }

    private static String element(String property, String content) {
        return "<meta property=\"" + property + "\" content=\"" + HtmlUtils.htmlEscape(content, "UTF-8") + "\">\n  ";
    }
}
