package io.flashsale.devstack.server;

/** One of the numbered databases of a Redis server. */
public record RedisDatabase(String host, int port, int index) {

    /** As Redisson, Lettuce and redis-cli take it. */
    public String url() {
        return "redis://" + host + ":" + port + "/" + index;
    }
}
