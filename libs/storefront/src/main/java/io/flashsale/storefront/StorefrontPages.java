package io.flashsale.storefront;

import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves the same HTML at every address that the pages' router knows, so that links and reloads work. */
@RestController
class StorefrontPages {

    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

    private final StorefrontPage page;
    private final String tag;

    StorefrontPages(StorefrontPage page) {
        this.page = page;
        // The policy belongs to the page, so one tag covers both.
        this.tag = ContentHash.tag(page.html());
    }

    @GetMapping({
        "/",
        "/index.html",
        "/sales/{id}",
        "/sales/{id}/lottery",
        "/orders",
        "/orders/{id}",
        "/orders/{id}/payment",
        "/orders/{id}/journey",
        "/clicks/{traceId}/journey",
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
        page.headers().setOn(response);
        return ResponseEntity.ok()
                .eTag(tag)
                .cacheControl(CacheControl.noCache())
                .contentType(HTML)
                .body(page.html());
    }
}
