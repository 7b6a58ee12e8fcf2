package io.flashsale.gateway.upstream;

import io.flashsale.contracts.problem.ProblemType;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/**
 * Calls one service, which has one instance or several equal ones.
 *
 * <p>Sends each request at most once, to the instance with the fewest calls in flight. It tries another instance
 * only if the connection failed, so that nothing can have been sent.
 *
 * <p>An instance that refuses connections, or leaves half of the calls unanswered, gets no calls for a moment. If
 * there are other instances, one failure is enough, because they take over. If no instance is left, the caller is
 * told so at once.
 *
 * <p>Any answer of a service counts as a success here, also a 500: the service is alive, and its answer says more
 * than ours would.
 */
public final class Upstream implements AutoCloseable {

    /**
     * Connections at most to one instance, for ordinary calls. The number keeps its processors busy. In a crowd the
     * other calls wait here, where waiting is cheap; in the service they would use up the time-outs of Redis and Kafka.
     */
    public static final int CONNECTIONS = 256;

    private final List<Instance> instances;
    private final CloseableHttpClient calls;
    private final HttpClient streams;
    private final AtomicInteger turn = new AtomicInteger();

    /**
     * @param instances at least one
     * @param calls a pool of this service alone, closed with it
     * @param streams a pool shared with other services
     */
    Upstream(List<Instance> instances, CloseableHttpClient calls, HttpClient streams) {
        this.instances = List.copyOf(instances);
        this.calls = calls;
        this.streams = streams;
    }

    /** The number of instances, alive or not. */
    public int size() {
        return instances.size();
    }

    /**
     * Sends the request and returns when the head of the response has arrived. The caller closes the response.
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
     * Like {@link #exchange}, but bypasses the circuit breakers: they neither stop the call nor count it. It is for
     * callers that limit their own rate and call before anybody else does. It may ask every instance in turn.
     *
     * @throws UpstreamException if there is no answer, or only a part of one
     */
    public UpstreamReply probe(UpstreamRequest request) throws UpstreamException {
        IOException last = new IOException("nobody was asked");
        for (Instance instance : instances) {
            request.address(instance.host());
            try {
                return read(calls.executeOpen(instance.host(), request, null));
            } catch (IOException fault) {
                last = fault;
            }
        }
        throw failed(last);
    }

    private static UpstreamReply read(ClassicHttpResponse answer) throws UpstreamException {
        try (ClassicHttpResponse response = answer) {
            byte[] body = response.getEntity() == null ? new byte[0] : EntityUtils.toByteArray(response.getEntity());
            Header retryAfter = response.getFirstHeader("Retry-After");
            return new UpstreamReply(response.getCode(), body, retryAfter == null ? null : retryAfter.getValue());
        } catch (IOException brokenOff) {
            throw new UpstreamException(ProblemType.SERVICE_UNAVAILABLE, "broke off its answer: " + brokenOff, true);
        }
    }

    /** Like {@link #call}, for an answer without an end. */
    public ClassicHttpResponse openStream(UpstreamRequest request) throws UpstreamException {
        return send(streams, request);
    }

    private ClassicHttpResponse send(HttpClient client, UpstreamRequest request) throws UpstreamException {
        List<Instance> passedOver = new ArrayList<>(0);
        UpstreamException refused = null;
        for (Instance next = next(passedOver); next != null; next = next(passedOver)) {
            passedOver.add(next);
            if (!mayServe(next)) {
                continue;
            }
            try {
                return next.execute(client, request);
            } catch (BodyException callersFault) {
                throw new UpstreamException(callersFault.problem(), "the caller's body was not taken", true);
            } catch (ConnectionRequestTimeoutException _) {
                throw new UpstreamException(ProblemType.SERVICE_UNAVAILABLE, "no free connection");
            } catch (IOException fault) {
                leaveToOthers(next);
                if (!isOfConnecting(fault)) {
                    throw failed(fault);
                }
                refused = failed(fault);
            }
        }
        throw refused != null
                ? refused
                : new UpstreamException(ProblemType.SERVICE_UNAVAILABLE, "circuit breaker is open");
    }

    /** Returns the instance with the fewest calls in flight; equal ones take turns. */
    private @Nullable Instance next(List<Instance> passedOver) {
        int first = instances.size() == 1 ? 0 : Math.floorMod(turn.getAndIncrement(), instances.size());
        return IntStream.range(0, instances.size())
                .mapToObj(i -> instances.get((first + i) % instances.size()))
                .filter(instance -> !passedOver.contains(instance))
                .min(Comparator.comparingInt(Instance::underWay))
                .orElse(null);
    }

    /** An instance that failed gets a trial request of ours first, if other instances can answer the shopper. */
    private boolean mayServe(Instance instance) {
        return instance.acquire() && (!instance.isOnTrial() || !othersServe(instance) || instance.passesTrial(calls));
    }

    private void leaveToOthers(Instance failing) {
        if (othersServe(failing)) {
            failing.leaveAlone();
        }
    }

    private boolean othersServe(Instance than) {
        return instances.stream().anyMatch(other -> other != than && other.isUsable());
    }

    @Override
    public void close() {
        calls.close(CloseMode.GRACEFUL);
    }

    @Override
    public String toString() {
        return instances.toString();
    }

    private static UpstreamException failed(IOException fault) {
        boolean silent = fault instanceof SocketTimeoutException && !isOfConnecting(fault);
        ProblemType problem = silent ? ProblemType.GATEWAY_TIMEOUT : ProblemType.SERVICE_UNAVAILABLE;
        return new UpstreamException(problem, fault.toString(), !isOfConnecting(fault));
    }

    /** Whether the connection failed, so that nothing can have been sent. */
    private static boolean isOfConnecting(Exception fault) {
        return fault instanceof ConnectTimeoutException
                || fault instanceof ConnectException
                || fault instanceof NoRouteToHostException
                || fault instanceof UnknownHostException;
    }
}
