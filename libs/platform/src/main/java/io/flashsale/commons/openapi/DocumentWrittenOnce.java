package io.flashsale.commons.openapi;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Keeps the bytes of the OpenAPI document. Springdoc would write it as JSON for each caller, and everybody may call:
 * a few dozen readers took a processor from the shoppers.
 */
final class DocumentWrittenOnce extends OncePerRequestFilter {

    private volatile byte @Nullable [] document;

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        byte[] written = document;
        if (written == null) {
            first(request, response, chain);
        } else {
            answer(response, written);
        }
    }

    /** The first callers wait for one of them. */
    private synchronized void first(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        byte[] meanwhile = document;
        if (meanwhile != null) {
            answer(response, meanwhile);
            return;
        }
        ContentCachingResponseWrapper copied = new ContentCachingResponseWrapper(response);
        chain.doFilter(request, copied);
        if (copied.getStatus() == HttpStatus.OK.value()) {
            document = copied.getContentAsByteArray();
        }
        copied.copyBodyToResponse();
    }

    private static void answer(HttpServletResponse response, byte[] document) throws IOException {
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.setContentLength(document.length);
        response.getOutputStream().write(document);
    }
}
