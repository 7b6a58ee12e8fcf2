package io.flashsale.gateway.page;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.springframework.security.web.header.HeaderWriter;
import org.springframework.security.web.header.writers.CacheControlHeadersWriter;
import org.springframework.security.web.header.writers.HstsHeaderWriter;
import org.springframework.security.web.header.writers.XContentTypeOptionsHeaderWriter;
import org.springframework.security.web.header.writers.XXssProtectionHeaderWriter;
import org.springframework.security.web.header.writers.frameoptions.XFrameOptionsHeaderWriter;

/** The headers that Spring Security writes by default, for what is answered before it. */
public final class SecurityHeaderWriters {

    private static final List<HeaderWriter> ALL = List.of(
            new XContentTypeOptionsHeaderWriter(),
            new XXssProtectionHeaderWriter(),
            new CacheControlHeadersWriter(),
            new HstsHeaderWriter(),
            new XFrameOptionsHeaderWriter());

    private SecurityHeaderWriters() {}

    /** A Cache-Control that is there already stays. */
    public static void write(HttpServletRequest request, HttpServletResponse response) {
        ALL.forEach(writer -> writer.writeHeaders(request, response));
    }
}
