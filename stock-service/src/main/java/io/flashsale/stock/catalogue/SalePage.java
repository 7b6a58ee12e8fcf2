package io.flashsale.stock.catalogue;

import io.flashsale.commons.signature.Hashes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A page of the list of sales as it is sent.
 *
 * @param tag of these bytes and of what comes next, without quotation marks
 * @param next the cursor of the page after this one; null if this is the last
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SalePage(
        byte[] json,
        byte[] compressed,
        String tag,
        @Nullable String next) {

    static SalePage of(byte[] json, @Nullable ListPlace last) {
        String next = last == null ? null : last.cursor();
        String tag = HexFormat.of().formatHex(Hashes.sha256(json), 0, 8) + (next == null ? "" : "." + next);
        return new SalePage(json, compress(json), tag, next);
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
}
