package io.flashsale.commons.kafka;

import io.flashsale.commons.batching.BatchParts;
import io.flashsale.commons.kafka.JsonMessages.Reading;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.kafka.listener.BatchListenerFailedException;

/**
 * Takes batches of one partition in independent parts, such as one for each sale.
 *
 * <p>Guarantees:
 * <ul> <li>Each part keeps the sequence of its facts. <li>A part that fails does not stop the other parts. It comes
 * last until it succeeds. <li>Nothing is acknowledged from the first message that is not done. {@link BatchErrors} has
 * these messages delivered again, together with newer ones; the work leaves alone what it has done before. <li>What
 * can never be done becomes a dead letter with its reason, once everything before it is done. </ul>
 *
 * <p>Does not guarantee that a partition goes on without end: a failing part holds up the others once as many messages
 * have followed it as one poll returns.
 *
 * @param <M> a message, whose facts all belong to one part
 * @param <K> the name of a part
 * @param <F> a fact
 */
public final class PartwiseDelivery<M, K, F> {

    /** Failures may take a time-out each, so they end a pass. The next one begins with the rest. */
    private static final int MAX_FAILURES = 2;

    private static final Logger log = LoggerFactory.getLogger(PartwiseDelivery.class);

    private final JsonMessages<M> messages;
    private final Function<M, K> partOf;
    private final Function<M, List<F>> facts;
    private final @Nullable String list;
    private final Work<K, F> work;
    private final Consumer<F> beforeLetter;
    private final DeadLetters deadLetters;

    /** The parts whose last attempt failed, beginning with the one that has waited longest. */
    private final Set<K> troubled = Collections.synchronizedSet(new LinkedHashSet<>());

    /** A delivery that does nothing about a fact that becomes a dead letter but writing it. */
    public PartwiseDelivery(
            JsonMessages<M> messages,
            Function<M, K> partOf,
            Function<M, List<F>> facts,
            @Nullable String list,
            Work<K, F> work,
            DeadLetters deadLetters) {
        this(messages, partOf, facts, list, work, fact -> {}, deadLetters);
    }

    /**
     * @param facts of a message, in their sequence
     * @param list the field of a message that has its facts, in the same sequence; null if no message has several
     * @param beforeLetter called before the dead letter of a fact is written, at least once; if it throws, the message
     *     comes again
     */
    public PartwiseDelivery(
            JsonMessages<M> messages,
            Function<M, K> partOf,
            Function<M, List<F>> facts,
            @Nullable String list,
            Work<K, F> work,
            Consumer<F> beforeLetter,
            DeadLetters deadLetters) {
        this.messages = messages;
        this.partOf = partOf;
        this.facts = facts;
        this.list = list;
        this.work = work;
        this.beforeLetter = beforeLetter;
        this.deadLetters = deadLetters;
    }

    public record Delivered<F>(ConsumerRecord<String, byte[]> message, F fact) {}

    @FunctionalInterface
    public interface Work<K, F> {
        /**
         * Does and commits the work for some facts of a part. Must expect repetition. An exception means that another
         * attempt may succeed. The exception is a {@link DataIntegrityViolationException} that is no
         * {@link DuplicateKeyException}: the database can never take at least one of the facts.
         *
         * @return the facts that can never be done, with the reasons; the others are done
         */
        Map<F, String> take(K part, List<Delivered<F>> some);
    }

    /** @param fact of the message; null for the whole message */
    private record Letter<F>(
            ConsumerRecord<String, byte[]> message,
            @Nullable F fact,
            String reason) {}

    /**
     * Returns when all is done or set aside.
     *
     * @param batch messages of one partition
     * @throws BatchListenerFailedException naming the first message that is not done
     */
    public void take(List<ConsumerRecord<String, byte[]>> batch) {
        Undone undone = new Undone();
        List<Letter<F>> letters = new ArrayList<>();
        Map<K, List<Delivered<F>>> parts = read(batch, letters, undone);
        for (K part : inTurn(parts.keySet())) {
            List<Delivered<F>> some = parts.getOrDefault(part, List.of());
            ConsumerRecord<String, byte[]> first = some.getFirst().message();
            if (undone.failures >= MAX_FAILURES || Thread.currentThread().isInterrupted()) {
                undone.add(first);
                continue;
            }
            troubled.remove(part);
            try {
                letters.addAll(attempt(part, some));
            } catch (RuntimeException fault) {
                troubled.add(part);
                undone.failed(first, fault);
            }
        }
        setAside(letters, undone);
        log.debug("took {} messages in {} parts, {} dead letters", batch.size(), parts.size(), letters.size());
        undone.report();
    }

    private Map<K, List<Delivered<F>>> read(
            List<ConsumerRecord<String, byte[]>> batch, List<Letter<F>> letters, Undone undone) {
        Map<K, List<Delivered<F>>> parts = new LinkedHashMap<>();
        for (ConsumerRecord<String, byte[]> message : batch) {
            switch (messages.read(message.value())) {
                case Reading.Message<M>(M value) -> {
                    K part;
                    try {
                        part = partOf.apply(value);
                    } catch (RuntimeException fault) { // such as a part that only the database knows
                        undone.failed(message, fault);
                        return parts;
                    }
                    facts.apply(value)
                            .forEach(fact -> parts.computeIfAbsent(part, first -> new ArrayList<>())
                                    .add(new Delivered<>(message, fact)));
                }
                case Reading.Unreadable<M>(String reason) -> letters.add(new Letter<>(message, null, reason));
            }
        }
        return parts;
    }

    /** The parts that are in trouble come last. */
    private List<K> inTurn(Set<K> present) {
        Set<K> last;
        synchronized (troubled) {
            last = new LinkedHashSet<>(troubled);
        }
        last.retainAll(present);
        return Stream.concat(present.stream().filter(part -> !last.contains(part)), last.stream())
                .toList();
    }

    /**
     * Returns what can never be done. Halving finds what the database refuses: one among thousands costs a dozen
     * repetitions.
     */
    private List<Letter<F>> attempt(K part, List<Delivered<F>> some) {
        try {
            Map<F, String> never = work.take(part, some);
            return some.stream()
                    .flatMap(one -> Stream.ofNullable(never.get(one.fact()))
                            .map(reason -> new Letter<>(one.message(), one.fact(), reason)))
                    .toList();
        } catch (DuplicateKeyException overtaken) {
            throw overtaken; // temporary: another consumer works on the same facts
        } catch (DataIntegrityViolationException unfit) {
            if (some.size() == 1) {
                String reason = "the database refuses it: "
                        + unfit.getMostSpecificCause().getMessage();
                return List.of(
                        new Letter<>(some.getFirst().message(), some.getFirst().fact(), reason));
            }
            int middle = some.size() / 2;
            return Stream.of(some.subList(0, middle), some.subList(middle, some.size()))
                    .flatMap(half -> attempt(part, half).stream())
                    .toList();
        }
    }

    /** Only those before the first message that will come again, because they would be set aside again, too. */
    private void setAside(List<Letter<F>> letters, Undone undone) {
        letters.sort(Comparator.comparingLong(letter -> letter.message().offset()));
        for (Letter<F> letter : letters) {
            if (undone.comesAgain(letter.message())) {
                return;
            }
            try {
                setAside(letter);
            } catch (RuntimeException fault) {
                undone.failed(letter.message(), fault);
            }
        }
    }

    private void setAside(Letter<F> letter) {
        ConsumerRecord<String, byte[]> message = letter.message();
        F fact = letter.fact();
        if (fact != null) {
            beforeLetter.accept(fact);
        }
        List<F> together = fact == null ? List.of() : factsOf(message);
        if (list == null || together.size() < 2) {
            deadLetters.put(message, letter.reason());
        } else {
            byte[] alone = messages.withOnly(together.indexOf(fact), list, message.value());
            deadLetters.put(message, alone, letter.reason());
        }
    }

    private List<F> factsOf(ConsumerRecord<String, byte[]> message) {
        return messages.read(message.value()) instanceof Reading.Message<M>(M value) ? facts.apply(value) : List.of();
    }

    /** What of a batch is not done. */
    private static final class Undone {

        private int failures;
        private @Nullable ConsumerRecord<String, byte[]> first;
        private @Nullable RuntimeException firstFault;

        void add(ConsumerRecord<String, byte[]> message) {
            if (!comesAgain(message)) {
                first = message;
            }
        }

        void failed(ConsumerRecord<String, byte[]> message, RuntimeException fault) {
            add(message);
            failures++;
            firstFault = BatchParts.both(firstFault, fault);
        }

        boolean comesAgain(ConsumerRecord<String, byte[]> message) {
            return first != null && message.offset() >= first.offset();
        }

        void report() {
            if (first != null) {
                throw new BatchListenerFailedException("not everything could be done now", firstFault, first);
            }
        }
    }
}
