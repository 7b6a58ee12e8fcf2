package io.flashsale.gateway.upstream;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.util.Timeout;

/** One instance of a service, with its circuit breaker and its number of calls in flight. */
final class Instance {

    private static final Timeout TRIAL_TIMEOUT = Timeout.of(500, TimeUnit.MILLISECONDS);

    private final HttpHost host;
    private final CircuitBreaker breaker;
    private final AtomicInteger underWay = new AtomicInteger();

    Instance(HttpHost host, CircuitBreaker breaker) {
        this.host = host;
        this.breaker = breaker;
    }

    HttpHost host() {
        return host;
    }

    /** Calls that wait for a connection or for the head of an answer. */
    int underWay() {
        return underWay.get();
    }

    boolean isUsable() {
        return breaker.getState() == CircuitBreaker.State.CLOSED;
    }

    /** Whether the instance may be called now. If so, {@link #execute} or a failed trial must follow. */
    boolean acquire() {
        return breaker.tryAcquirePermission();
    }

    /** Whether the acquired call is a trial of whether the instance is back. */
    boolean isOnTrial() {
        return breaker.getState() == CircuitBreaker.State.HALF_OPEN;
    }

    /**
     * Whether the instance answers a trial request soon. Only for services whose other instances can serve
     * meanwhile.
     */
    boolean passesTrial(HttpClient client) {
        UpstreamRequest question = new UpstreamRequest("HEAD", "/");
        question.address(host);
        HttpClientContext context = HttpClientContext.create();
        context.setRequestConfig(RequestConfig.custom()
                .setConnectionRequestTimeout(TRIAL_TIMEOUT)
                .setResponseTimeout(TRIAL_TIMEOUT)
                .build());
        long start = breaker.getCurrentTimestamp();
        try (ClassicHttpResponse answer = client.executeOpen(host, question, context)) {
            return answer.getCode() > 0;
        } catch (IOException fault) {
            breaker.onError(breaker.getCurrentTimestamp() - start, breaker.getTimestampUnit(), fault);
            return false;
        }
    }

    /**
     * Sends the request of an acquired call and returns the head of the response.
     *
     * @throws IOException if there is none. The breaker counts it, unless no connection was free or the caller's
     *     body was at fault
     */
    ClassicHttpResponse execute(HttpClient client, UpstreamRequest request) throws IOException {
        request.address(host);
        boolean counted = false;
        long start = breaker.getCurrentTimestamp();
        underWay.incrementAndGet();
        try {
            ClassicHttpResponse response = client.executeOpen(host, request, null);
            breaker.onSuccess(breaker.getCurrentTimestamp() - start, breaker.getTimestampUnit());
            counted = true;
            return response;
        } catch (ConnectionRequestTimeoutException | BodyException notItsFault) {
            throw notItsFault; // says nothing about the service
        } catch (IOException fault) {
            breaker.onError(breaker.getCurrentTimestamp() - start, breaker.getTimestampUnit(), fault);
            counted = true;
            throw fault;
        } finally {
            underWay.decrementAndGet();
            if (!counted) {
                breaker.releasePermission();
            }
        }
    }

    /** Stops calls to this instance for a while, whatever its record, because another instance takes over. */
    void leaveAlone() {
        if (isUsable()) {
            breaker.transitionToOpenState();
        }
    }

    @Override
    public String toString() {
        return host.toString();
    }
}
