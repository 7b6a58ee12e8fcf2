package io.flashsale.commons.listing;

import io.flashsale.commons.signature.Hashes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * A page of a list as it is sent.
 *
 * @param tag of these bytes and of what comes next, without quotation marks
 * @param next the cursor of the page after this one; null if this is the last
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record EncodedPage(
        byte[] json,
        byte[] compressed,
        String tag,
        @Nullable String next) {

    /** The time of an answer whose body does not say it, so that the body stays the same while nothing changes. */
    private static final String SERVER_TIME = "Server-Time";

    private static final Pattern GZIP = Pattern.compile("(?i)(^|,)\\s*gzip\\s*(,|$|;\\s*q=(1|0\\.\\d*[1-9]))");

    static EncodedPage of(byte[] json, @Nullable ListPlace last) {
        String next = last == null ? null : last.cursor();
        String tag = HexFormat.of().formatHex(Hashes.sha256(json), 0, 8) + (next == null ? "" : "." + next);
        return new EncodedPage(json, compress(json), tag, next);
    }

    int bytes() {
        return json.length + compressed.length;
    }

    private static byte[] compress(byte[] json) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return bytes.toByteArray();
    }

    /**
     * The answer with this page, its tag, and the address of the next page.
     *
     * @param encodings what the caller accepts, as in Accept-Encoding
     * @param path of the list
     * @param parameters of the next page, but for its place; those that are null are left out
     */
    public ResponseEntity<byte[]> answer(
            Instant now, String encodings, String path, Map<String, @Nullable Object> parameters) {
        boolean gzip = GZIP.matcher(encodings).find();
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .cacheControl(CacheControl.noCache().cachePublic())
                .varyBy(HttpHeaders.ACCEPT_ENCODING)
                .eTag(tag + (gzip ? "-gzip" : ""))
                .header(SERVER_TIME, now.toString());
        if (next != null) {
            Map<String, @Nullable Object> ofNext = new LinkedHashMap<>(parameters);
            ofNext.put("after", next);
            answer.header(HttpHeaders.LINK, NextLink.to(path, ofNext));
        }
        return gzip ? answer.header(HttpHeaders.CONTENT_ENCODING, "gzip").body(compressed) : answer.body(json);
    }
}
