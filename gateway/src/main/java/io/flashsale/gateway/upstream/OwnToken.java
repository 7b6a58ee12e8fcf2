package io.flashsale.gateway.upstream;

/** The token that identifies the gateway to services. */
public interface OwnToken {

    /**
     * Returns a valid token.
     *
     * @throws UpstreamException SERVICE_UNAVAILABLE when none can be obtained
     */
    String current() throws UpstreamException;
}
