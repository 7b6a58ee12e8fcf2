package io.flashsale.order.provider;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Bounds the wait for a provider that does not answer.
 *
 * <p>Guarantees that each call ends after the time-out: a charge or refund as unknown, which a repetition resolves,
 * and reading the records with an exception.
 *
 * <p>Does not guarantee that the provider has stopped. Its thread is interrupted; if it still completes the call,
 * the idempotency key makes the repetition harmless.
 */
final class BoundedPaymentProvider implements PaymentProvider {

    private final PaymentProvider provider;
    private final Duration timeout;

    BoundedPaymentProvider(PaymentProvider provider, Duration timeout) {
        this.provider = provider;
        this.timeout = timeout;
    }

    @Override
    public Charge charge(long orderId, Money amount) {
        return within(() -> provider.charge(orderId, amount), why -> new Charge.Unknown());
    }

    @Override
    public Set<String> methods() {
        return provider.methods();
    }

    @Override
    public boolean isMock() {
        return provider.isMock();
    }

    @Override
    public Charge charge(long orderId, Money amount, String method) {
        return within(() -> provider.charge(orderId, amount, method), why -> new Charge.Unknown());
    }

    @Override
    public List<Charge> chargeAll(List<Due> dues) {
        return within(() -> provider.chargeAll(dues), why -> Collections.nCopies(dues.size(), new Charge.Unknown()));
    }

    @Override
    public Refund refund(String chargeId, Money amount, String idempotencyKey) {
        return within(() -> provider.refund(chargeId, amount, idempotencyKey), Refund.Unknown::new);
    }

    /** @throws IllegalStateException if there is no answer in time */
    @Override
    public List<PaymentNotification> charges(Position after, Instant until, int limit) {
        return within(() -> provider.charges(after, until, limit), why -> {
            throw new IllegalStateException("the payment provider does not show its records: " + why);
        });
    }

    /** Passes exceptions of the call on unchanged. */
    private <T> T within(Callable<T> call, Function<String, T> unanswered) {
        FutureTask<T> answer = new FutureTask<>(inTheSameContext(call));
        Thread.ofVirtual().name(Thread.currentThread().getName() + "-provider").start(answer);
        try {
            return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException silent) {
            answer.cancel(true);
            return unanswered.apply("no answer within " + timeout);
        } catch (InterruptedException stopped) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            return unanswered.apply("interrupted while waiting for an answer");
        } catch (ExecutionException fault) {
            if (fault.getCause() instanceof RuntimeException ofProvider) {
                throw ofProvider;
            }
            throw new IllegalStateException(fault.getCause());
        }
    }

    /** Carries the request's log context to the other thread. */
    private static <T> Callable<T> inTheSameContext(Callable<T> call) {
        @Nullable Map<String, String> context = MDC.getCopyOfContextMap();
        return () -> {
            if (context != null) {
                MDC.setContextMap(context);
            }
            return call.call();
        };
    }
}
