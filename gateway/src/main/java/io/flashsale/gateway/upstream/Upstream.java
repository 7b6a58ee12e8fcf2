package io.flashsale.gateway.upstream;

import io.flashsale.contracts.problem.ProblemType;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/**
 * One service, as the gateway sees it: one instance, or several that do the same work.
 *
 * <p>Sends each request at most once: to the instance to which the fewest calls are under way, and to another one only if
 * there was no connection, so that nothing can have been sent. An instance that refuses connections or keeps silent half of
 * the time is left alone for a moment; one that has others beside it after its first failure, because they take over. Whoever
 * asks when nobody is left is told so at once. Whatever a service answers, also 500, counts as a success here; it is there,
 * and its answer says more than ours would.
 */
public final class Upstream implements AutoCloseable {

    private final List<Instance> instances;
    private final CloseableHttpClient calls;
    private final HttpClient streams;
    private final AtomicInteger turn = new AtomicInteger();

    /**
     * @param instances at least one
     * @param calls a pool of this service alone, closed with it
     * @param streams a pool that it shares with others
     */
    Upstream(List<Instance> instances, CloseableHttpClient calls, HttpClient streams) {
        this.instances = List.copyOf(instances);
        this.calls = calls;
        this.streams = streams;
    }

    /** Of the first instance; a request is addressed anew when it is known which one it goes to. */
    HttpHost host() {
        return instances.getFirst().host();
    }

    /** How many instances there are, whether they answer or not. */
    public int size() {
        return instances.size();
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
     * Like {@link #exchange}, past the circuit breakers, which neither hold it back nor learn from it: for a caller that
     * limits by itself how often it asks, and asks before anybody else does. Every instance may be asked, one after the
     * other.
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

    /** Like {@link #call}, for an answer that goes on for any time. */
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

    /** The one with the fewest calls under way; among equals, each in turn. */
    private @Nullable Instance next(List<Instance> passedOver) {
        int first = instances.size() == 1 ? 0 : Math.floorMod(turn.getAndIncrement(), instances.size());
        Instance best = null;
        int fewest = Integer.MAX_VALUE;
        for (int i = 0; i < instances.size(); i++) {
            Instance instance = instances.get((first + i) % instances.size());
            int underWay = instance.underWay();
            if (underWay < fewest && !passedOver.contains(instance)) {
                best = instance;
                fewest = underWay;
            }
        }
        return best;
    }

    /** One that has failed is tried with a question of ours, where others can answer the shopper. */
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

    /** There was no connection on which anything could have been sent. */
    private static boolean isOfConnecting(Exception fault) {
        return fault instanceof ConnectTimeoutException
                || fault instanceof ConnectException
                || fault instanceof NoRouteToHostException
                || fault instanceof UnknownHostException;
    }
}
