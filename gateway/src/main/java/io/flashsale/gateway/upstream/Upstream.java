package io.flashsale.gateway.upstream;

import io.flashsale.contracts.problem.ProblemType;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.io.CloseMode;

/**
 * One service, as the gateway sees it.
 *
 * <p>Sends each request at most once. A service that refuses connections or keeps silent half of the time is left
 * alone for a moment: whoever asks then is told so at once. Whatever a service answers, also 500, counts as a success
 * here; it is there, and its answer says more than ours would.
 */
public final class Upstream implements AutoCloseable {

    private final HttpHost host;
    private final CloseableHttpClient calls;
    private final HttpClient streams;
    private final CircuitBreaker breaker;

    /**
     * @param calls a pool of this service alone, closed with it
     * @param streams a pool that it shares with others
     */
    Upstream(HttpHost host, CloseableHttpClient calls, HttpClient streams, CircuitBreaker breaker) {
        this.host = host;
        this.calls = calls;
        this.streams = streams;
        this.breaker = breaker;
    }

    HttpHost host() {
        return host;
    }

    /**
     * Sends the request and answers as soon as the head of the response is here; the caller closes it.
     *
     * @throws UpstreamException if there is no answer
     */
    public ClassicHttpResponse call(UpstreamRequest request) throws UpstreamException {
        return send(calls, request);
    }

    /**
     * Sends the request and reads the answer to its end.
     *
     * @throws UpstreamException if there is no answer, or only a part of one
     */
    public UpstreamReply exchange(UpstreamRequest request) throws UpstreamException {
        return read(call(request));
    }

    /**
     * Like {@link #exchange}, past the circuit breaker, which neither holds it back nor learns from it: for a caller that
     * limits by itself how often it asks, and asks before anybody else does.
     *
     * @throws UpstreamException if there is no answer, or only a part of one
     */
    public UpstreamReply probe(UpstreamRequest request) throws UpstreamException {
        try {
            return read(calls.executeOpen(host, request, null));
        } catch (IOException fault) {
            throw failed(fault);
        }
    }

    private static UpstreamReply read(ClassicHttpResponse answer) throws UpstreamException {
        try (ClassicHttpResponse response = answer) {
            byte[] body = response.getEntity() == null ? new byte[0] : EntityUtils.toByteArray(response.getEntity());
            return new UpstreamReply(response.getCode(), body);
        } catch (IOException brokenOff) {
            throw new UpstreamException(ProblemType.SERVICE_UNAVAILABLE, "broke off its answer: " + brokenOff, true);
        }
    }

    /** Like {@link #call}, for an answer that goes on for any time. */
    public ClassicHttpResponse openStream(UpstreamRequest request) throws UpstreamException {
        return send(streams, request);
    }

    private ClassicHttpResponse send(HttpClient client, UpstreamRequest request) throws UpstreamException {
        if (!breaker.tryAcquirePermission()) {
            throw new UpstreamException(ProblemType.SERVICE_UNAVAILABLE, "circuit breaker is open");
        }
        boolean counted = false;
        long start = breaker.getCurrentTimestamp();
        try {
            ClassicHttpResponse response = client.executeOpen(host, request, null);
            breaker.onSuccess(breaker.getCurrentTimestamp() - start, breaker.getTimestampUnit());
            counted = true;
            return response;
        } catch (ConnectionRequestTimeoutException _) {
            // Too many at once says nothing about the service: not counted.
            throw new UpstreamException(ProblemType.SERVICE_UNAVAILABLE, "no free connection");
        } catch (IOException fault) {
            breaker.onError(breaker.getCurrentTimestamp() - start, breaker.getTimestampUnit(), fault);
            counted = true;
            throw failed(fault);
        } finally {
            if (!counted) {
                breaker.releasePermission();
            }
        }
    }

    @Override
    public void close() {
        calls.close(CloseMode.GRACEFUL);
    }

    @Override
    public String toString() {
        return host.toString();
    }

    private static UpstreamException failed(IOException fault) {
        boolean silent = fault instanceof SocketTimeoutException && !isOfConnecting(fault);
        ProblemType problem = silent ? ProblemType.GATEWAY_TIMEOUT : ProblemType.SERVICE_UNAVAILABLE;
        return new UpstreamException(problem, fault.toString(), !isOfConnecting(fault));
    }

    /** There was no connection on which anything could have been sent. */
    private static boolean isOfConnecting(Exception fault) {
        return fault instanceof ConnectTimeoutException
                || fault instanceof ConnectException
                || fault instanceof NoRouteToHostException
                || fault instanceof UnknownHostException;
    }
}
