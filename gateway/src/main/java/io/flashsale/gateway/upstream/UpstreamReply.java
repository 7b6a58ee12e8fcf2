package io.flashsale.gateway.upstream;

/** A service's answer, read whole. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record UpstreamReply(int status, byte[] body) {}
