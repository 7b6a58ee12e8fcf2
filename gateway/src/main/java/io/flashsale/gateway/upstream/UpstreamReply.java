package io.flashsale.gateway.upstream;

import org.jspecify.annotations.Nullable;

/**
 * A service's answer, read whole.
 *
 * @param retryAfter when to come again, as the service says it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record UpstreamReply(
        int status, byte[] body, @Nullable String retryAfter) {}
