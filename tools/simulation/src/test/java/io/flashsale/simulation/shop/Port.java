package io.flashsale.simulation.shop;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.redisson.client.RedisResponseTimeoutException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.client.ResourceAccessException;

/**
 * A kind of call, and what can go wrong with it.
 *
 * @param repeats whether the client repeats a call that is not answered; then LATE delays only a copy of it
 * @param timeout in milliseconds, for which the caller waits in vain
 * @param unanswered what the caller gets then
 */
public record Port(
        String name, Set<CallFault> possible, boolean repeats, long timeout, Supplier<RuntimeException> unanswered) {

    private static final Supplier<RuntimeException> NO_REPLY = () -> new RedisResponseTimeoutException("simulated");

    public static final Port REDIS = new Port("redis", EnumSet.allOf(CallFault.class), true, 3_000, NO_REPLY);

    /** For scripts that their callers repeat. */
    public static final Port REDIS_ONCE = new Port(
            "redis", EnumSet.of(CallFault.REQUEST_LOST, CallFault.REPLY_LOST, CallFault.LATE), false, 1_000, NO_REPLY);

    public static final Port KAFKA = new Port(
            "kafka",
            EnumSet.of(CallFault.REQUEST_LOST, CallFault.REPLY_LOST, CallFault.LATE, CallFault.TWICE),
            false,
            250,
            () -> new IllegalStateException("Kafka does not answer"));

    public static final Port HTTP = new Port(
            "http",
            EnumSet.of(CallFault.REQUEST_LOST, CallFault.REPLY_LOST, CallFault.LATE),
            false,
            5_000,
            () -> new ResourceAccessException("simulated"));

    public static final Port READ = new Port(
            "mysql",
            EnumSet.of(CallFault.REQUEST_LOST),
            false,
            1_000,
            () -> new DataAccessResourceFailureException("simulated"));

    public static final Port BEGIN = new Port(
            "mysql",
            EnumSet.of(CallFault.REQUEST_LOST),
            false,
            1_000,
            () -> new CannotCreateTransactionException("simulated"));

    /** A lost request means that the transaction is rolled back. */
    public static final Port COMMIT = new Port(
            "mysql",
            EnumSet.of(CallFault.REQUEST_LOST, CallFault.REPLY_LOST),
            false,
            1_000,
            () -> new TransactionSystemException("simulated"));

    public static final Port ANSWER = new Port(
            "shopper", EnumSet.of(CallFault.REQUEST_LOST), false, 0, () -> new IllegalStateException("nobody listens"));

    /** What cannot fail by itself: the actor only gives others a turn. */
    public static final Port TURN = new Port("", Set.of(), false, 0, IllegalStateException::new);

    List<CallFault> faults() {
        return List.copyOf(possible);
    }
}
