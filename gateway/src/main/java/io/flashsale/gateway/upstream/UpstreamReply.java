package io.flashsale.gateway.upstream;

import org.jspecify.annotations.Nullable;

/**
 * A service's answer, read to its end.
 *
 * @param retryAfter the service's Retry-After header
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record UpstreamReply(
        int status, byte[] body, @Nullable String retryAfter) {}
