package io.flashsale.storefront;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.springframework.security.web.header.HeaderWriter;
import org.springframework.security.web.header.writers.CacheControlHeadersWriter;
import org.springframework.security.web.header.writers.HstsHeaderWriter;
import org.springframework.security.web.header.writers.XContentTypeOptionsHeaderWriter;
import org.springframework.security.web.header.writers.XXssProtectionHeaderWriter;
import org.springframework.security.web.header.writers.frameoptions.XFrameOptionsHeaderWriter;

/** Writes Spring Security's default headers on answers that bypass Spring Security. */
public final class SecurityHeaderWriters {

    private static final List<HeaderWriter> ALL = List.of(
            new XContentTypeOptionsHeaderWriter(),
            new XXssProtectionHeaderWriter(),
            new CacheControlHeadersWriter(),
            new HstsHeaderWriter(),
            new XFrameOptionsHeaderWriter());

    private SecurityHeaderWriters() {}

    /** Keeps a Cache-Control header that is already set. */
    public static void write(HttpServletRequest request, HttpServletResponse response) {
        ALL.forEach(writer -> writer.writeHeaders(request, response));
    }
}
