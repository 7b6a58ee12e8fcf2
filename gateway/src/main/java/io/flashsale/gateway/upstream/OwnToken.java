package io.flashsale.gateway.upstream;

/** The token by which services know the gateway. */
public interface OwnToken {

    /**
     * A token that is good.
     *
     * @throws UpstreamException SERVICE_UNAVAILABLE when there is none to be had
     */
    String current() throws UpstreamException;
}
