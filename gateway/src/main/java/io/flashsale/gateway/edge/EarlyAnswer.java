package io.flashsale.gateway.edge;

import io.flashsale.commons.security.NoStoreHeaderWriter;
import io.flashsale.contracts.admission.AdmissionAnswers.Answer;
import io.flashsale.contracts.admission.AdmittedBeforeHeader;
import io.flashsale.contracts.reservation.SaleStateHeader;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.security.web.header.HeaderWriter;
import org.springframework.security.web.header.writers.HstsHeaderWriter;
import org.springframework.security.web.header.writers.frameoptions.XFrameOptionsHeaderWriter;
import org.springframework.web.filter.ServerHttpObservationFilter;

/** Prepares answers that bypass Spring Security and Spring MVC. */
public final class EarlyAnswer {

    /** Those of Spring Security that not every answer has already. */
    private static final List<HeaderWriter> HEADERS =
            List.of(new NoStoreHeaderWriter(), new HstsHeaderWriter(), new XFrameOptionsHeaderWriter());

    private EarlyAnswer() {}

    /**
     * Does what the bypassed filters would have done to the response and to the metrics. Keeps a Cache-Control header
     * that is already set.
     */
    public static void begin(HttpServletRequest request, HttpServletResponse response, String pathPattern) {
        ServerHttpObservationFilter.findObservationContext(request)
                .ifPresent(context -> context.setPathPattern(pathPattern));
        HEADERS.forEach(writer -> writer.writeHeaders(request, response));
    }

    /** Completes the response with a service's answer to one request of a group. */
    public static void write(Answer answer, HttpServletResponse response) throws IOException {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        response.setStatus(answer.status());
        answer.headers().forEach((name, value) -> {
            if (!name.equalsIgnoreCase(SaleStateHeader.NAME) && !name.equalsIgnoreCase(AdmittedBeforeHeader.NAME)) {
                response.setHeader(name, value);
            }
        });
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
