package io.flashsale.commons.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.support.HttpRequestWrapper;

/**
 * Spreads calls over the instances of a service in turn. It tries another instance only if the connection failed,
 * so that nothing can have been sent. An instance that gave no answer rests for a while, unless no other is left.
 */
final class Instances implements ClientHttpRequestInterceptor {

    /** The time that a service takes to restart. */
    private static final Duration REST = Duration.ofSeconds(10);

    private final List<Instance> instances;
    private final AtomicInteger turn = new AtomicInteger();

    /** @param urls at least one; requests are addressed to the first */
    Instances(List<URI> urls) {
        this.instances = urls.stream().map(Instance::new).toList();
    }

    private static final class Instance {

        private final String url;
        private final AtomicLong failedAt = new AtomicLong(System.nanoTime() - REST.toNanos());

        private Instance(URI url) {
            this.url = url.toString();
        }

        boolean rests() {
            return System.nanoTime() - failedAt.get() < REST.toNanos();
        }
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        IOException refused = new IOException("no instance is known");
        for (Instance instance : inTurn()) {
            try {
                return execution.execute(sentTo(instance, request), body);
            } catch (IOException fault) {
                instance.failedAt.set(System.nanoTime());
                if (!(fault instanceof ConnectException) && !(fault instanceof HttpConnectTimeoutException)) {
                    throw fault;
                }
                refused = fault;
            }
        }
        throw refused;
    }

    /** All instances, resting ones last. */
    private List<Instance> inTurn() {
        if (instances.size() == 1) {
            return instances;
        }
        int first = Math.floorMod(turn.getAndIncrement(), instances.size());
        List<Instance> order = new ArrayList<>();
        List<Instance> resting = new ArrayList<>();
        for (int i = 0; i < instances.size(); i++) {
            Instance instance = instances.get((first + i) % instances.size());
            (instance.rests() ? resting : order).add(instance);
        }
        order.addAll(resting);
        return order;
    }

    private HttpRequest sentTo(Instance instance, HttpRequest request) {
        String asked = request.getURI().toString();
        URI target = URI.create(
                instance.url + asked.substring(instances.getFirst().url.length()));
        return new HttpRequestWrapper(request) {
            @Override
            public URI getURI() {
                return target;
            }
        };
    }
}
