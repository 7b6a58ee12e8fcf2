package io.flashsale.storefront;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves the same HTML at every address that the pages' router knows, so that links and reloads work. The page of a sale
 * also says what other sites shall show of it.
 */
@RestController
class StorefrontPages {

    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

    private static final int MAX_DIGITS = 18;

    private final StorefrontPage page;
    private final SalePreview.Source previews;
    private final StorefrontProperties properties;
    private final byte[] usual;
    private final String usualTag;

    StorefrontPages(StorefrontPage page, SalePreview.Source previews, StorefrontProperties properties) {
        this.page = page;
        this.previews = previews;
        this.properties = properties;
        this.usual = page.html("");
        this.usualTag = ContentHash.tag(usual);
    }

    @GetMapping({
        "/",
        "/index.html",
        "/sales/{id}/lottery",
        "/orders",
        "/orders/{id}",
        "/orders/{id}/payment",
        "/orders/{id}/journey",
        "/mock-provider/{step}",
        "/clicks/{traceId}/journey",
        "/messages",
        "/account",
        "/login",
        "/sign-up",
        "/coupons",
        "/coupons/mine",
        "/control",
        "/control/**",
        "/lab",
        "/lab/**",
        "/course",
        "/course/{chapter}",
        "/course/files/**",
    })
    ResponseEntity<byte[]> page(HttpServletResponse response) {
        return answer(usual, usualTag, response);
    }

    @GetMapping("/sales/{id}")
    ResponseEntity<byte[]> sale(@PathVariable String id, HttpServletRequest request, HttpServletResponse response) {
        return preview(id)
                .map(preview -> page.html(preview.elements(request, properties.locale())))
                .map(html -> answer(html, ContentHash.tag(html), response))
                .orElseGet(() -> page(response));
    }

    private Optional<SalePreview> preview(String id) {
        return id.length() <= MAX_DIGITS && id.chars().allMatch(digit -> digit >= '0' && digit <= '9')
                ? previews.of(Long.parseLong(id))
                : Optional.empty();
    }

    /** @param tag of the HTML; the policy belongs to the page, so it covers both */
    private ResponseEntity<byte[]> answer(byte[] html, String tag, HttpServletResponse response) {
        page.headers().setOn(response);
        return ResponseEntity.ok()
                .eTag(tag)
                .cacheControl(CacheControl.noCache())
                .varyBy(HttpHeaders.ACCEPT_LANGUAGE)
                .contentType(HTML)
                .body(html);
    }
}
