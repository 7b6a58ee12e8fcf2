package io.flashsale.commons;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes the JSON of an answer with its length, so that headers and body leave together. Spring's own converter sends
 * chunks, the last one with a system call and a packet of its own.
 */
final class JsonAnswers extends JacksonJsonHttpMessageConverter {

    JsonAnswers(JsonMapper json) {
        super(json);
    }

    @Override
    protected void writeInternal(
            Object body, ResolvableType type, HttpOutputMessage answer, @Nullable Map<String, Object> hints)
            throws IOException {
        Buffered buffered = new Buffered(answer.getHeaders(), new ByteArrayOutputStream());
        super.writeInternal(body, type, buffered, hints);
        answer.getHeaders().setContentLength(buffered.bytes().size());
        buffered.bytes().writeTo(answer.getBody());
    }

    private record Buffered(HttpHeaders headers, ByteArrayOutputStream bytes) implements HttpOutputMessage {

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public OutputStream getBody() {
            return bytes;
        }
    }
}
