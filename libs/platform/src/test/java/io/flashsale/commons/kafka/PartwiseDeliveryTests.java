package io.flashsale.commons.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;

import io.flashsale.commons.kafka.PartwiseDelivery.Delivered;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.kafka.listener.BatchListenerFailedException;
import tools.jackson.databind.json.JsonMapper;

/** A message is a part and its facts, such as {@code {"part":"a","facts":["1","2"]}}. */
class PartwiseDeliveryTests {

    record Facts(String part, List<String> facts) {}

    private final JsonMapper json = JsonMapper.builder().build();
    private final DeadLetters deadLetters = mock(DeadLetters.class);
    private final PartwiseDelivery<Facts, String, String> delivery = new PartwiseDelivery<>(
            new JsonMessages<>(json, Facts.class, "list of facts", facts -> null),
            this::partOf,
            Facts::facts,
            "facts",
            this::work,
            this::beforeLetter,
            deadLetters);

    private final Set<String> failingParts = new HashSet<>();
    private final Set<String> unknownParts = new HashSet<>();
    private final Set<String> unfit = new HashSet<>();
    private final Set<String> overtaken = new HashSet<>();
    private final Map<String, String> never = new HashMap<>();
    private final List<String> attempts = new ArrayList<>();
    private final List<String> done = new ArrayList<>();
    private final List<String> setAside = new ArrayList<>();
    private final Set<String> cannotPrepare = new HashSet<>();
    private final List<String> prepared = new ArrayList<>();

    @BeforeEach
    void noteWhatIsSetAside() {
        doAnswer(call -> setAside.add(text(call.getArgument(0)) + ": " + call.getArgument(1)))
                .when(deadLetters)
                .put(any(), any());
        doAnswer(call -> setAside.add(
                        new String(call.<byte[]>getArgument(1), StandardCharsets.UTF_8) + ": " + call.getArgument(2)))
                .when(deadLetters)
                .put(any(), any(), any());
    }

    private static String text(ConsumerRecord<String, byte[]> message) {
        return new String(message.value(), StandardCharsets.UTF_8);
    }

    private String partOf(Facts facts) {
        if (unknownParts.contains(facts.part())) {
            throw new IllegalStateException("nobody knows " + facts.part());
        }
        return facts.part();
    }

    private Map<String, String> work(String part, List<Delivered<String>> some) {
        List<String> facts = some.stream().map(Delivered::fact).toList();
        attempts.add(part);
        if (failingParts.contains(part)) {
            throw new IllegalStateException(part + " fails");
        }
        if (facts.stream().anyMatch(overtaken::contains)) {
            throw new DuplicateKeyException("another was faster");
        }
        if (facts.stream().anyMatch(unfit::contains)) {
            throw new DataIntegrityViolationException("does not fit");
        }
        facts.stream().filter(fact -> !never.containsKey(fact)).forEach(done::add);
        return never;
    }

    private void beforeLetter(String fact) {
        if (cannotPrepare.contains(fact)) {
            throw new IllegalStateException("not now");
        }
        prepared.add(fact + " after " + setAside.size());
    }

    private String message(String part, String... facts) {
        return json.writeValueAsString(new Facts(part, Arrays.asList(facts)));
    }

    private static List<ConsumerRecord<String, byte[]>> batch(String... messages) {
        return IntStream.range(0, messages.length)
                .mapToObj(i ->
                        new ConsumerRecord<>("topic", 3, 10 + i, "key", messages[i].getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    private void assertNotDoneFrom(long offset, ThrowingCallable taking) {
        assertThatThrownBy(taking)
                .isInstanceOfSatisfying(
                        BatchListenerFailedException.class,
                        failed -> assertThat(Objects.requireNonNull(failed.getRecord())
                                        .offset())
                                .isEqualTo(offset));
    }

    @Test
    void shouldTakeEachPartAsAWholeInItsSequence() {
        delivery.take(batch(message("a", "1", "2"), message("b", "3"), message("a", "4")));
        assertThat(attempts).containsExactly("a", "b");
        assertThat(done).containsExactly("1", "2", "4", "3");
    }

    @Test
    void shouldHaveNothingToDoForAMessageWithoutFacts() {
        delivery.take(batch(message("a"), message("b", "1")));
        assertThat(attempts).containsExactly("b");
    }

    @Test
    void shouldDoTheOtherPartsAndNameTheFirstMessageThatIsNotDone() {
        failingParts.add("b");
        var batch = batch(message("a", "1"), message("b", "2"), message("c", "3"), message("b", "4"));
        assertNotDoneFrom(11, () -> delivery.take(batch));
        assertThat(done).containsExactly("1", "3");
    }

    @Test
    void shouldTakeAPartThatFailedLastUntilItSucceeds() {
        failingParts.add("a");
        var batch = batch(message("a", "1"), message("b", "2"), message("c", "3"));
        assertNotDoneFrom(10, () -> delivery.take(batch));
        attempts.clear();
        assertNotDoneFrom(10, () -> delivery.take(batch));
        assertThat(attempts).containsExactly("b", "c", "a");
        failingParts.clear();
        delivery.take(batch);
        attempts.clear();
        delivery.take(batch);
        assertThat(attempts).containsExactly("a", "b", "c");
    }

    /** Each failure may cost a time-out. */
    @Test
    void shouldEndAPassAtItsSecondFailureAndBeginTheNextWithTheRest() {
        failingParts.addAll(List.of("a", "b", "c"));
        var batch = batch(message("a", "1"), message("b", "2"), message("c", "3"), message("d", "4"));
        assertNotDoneFrom(10, () -> delivery.take(batch));
        assertThat(attempts).containsExactly("a", "b");
        attempts.clear();
        assertNotDoneFrom(10, () -> delivery.take(batch));
        assertThat(attempts).containsExactly("c", "d", "a");
        attempts.clear();
        assertNotDoneFrom(10, () -> delivery.take(batch));
        assertThat(attempts).as("the one that has waited longest comes first").containsExactly("d", "b", "c");
    }

    @Test
    void shouldSetAsideAnUnreadableMessageAndDoTheRest() {
        delivery.take(batch(message("a", "1"), "no JSON", message("a", "2")));
        assertThat(done).containsExactly("1", "2");
        assertThat(setAside).singleElement().asString().startsWith("no JSON: the message is no list of facts");
    }

    @Test
    void shouldSetAsideOneFactOfAMessageAloneAndASingleOneWithItsMessage() {
        never.put("2", "because");
        never.put("3", "because");
        delivery.take(batch(message("a", "1", "2"), message("a", "3")));
        assertThat(done).containsExactly("1");
        assertThat(setAside).containsExactly(message("a", "2") + ": because", message("a", "3") + ": because");
    }

    /** A later version can then replay it. */
    @Test
    void shouldKeepWhatOnlyALaterVersionUnderstandsOfAFactThatIsSetAside() {
        never.put("2", "because");
        delivery.take(batch("{\"of\":{\"later\":1},\"part\":\"a\",\"facts\":[\"1\",\"2\"],\"and\":[2]}"));
        assertThat(setAside)
                .containsExactly("{\"of\":{\"later\":1},\"part\":\"a\",\"facts\":[\"2\"],\"and\":[2]}: because");
    }

    @Test
    void shouldPrepareEachFactBeforeItsLetterAndRepeatTheMessageIfThatFails() {
        never.putAll(Map.of("1", "because", "2", "because"));
        cannotPrepare.add("2");
        var batch = batch("no JSON", message("a", "1"), message("a", "2"));
        assertNotDoneFrom(12, () -> delivery.take(batch));
        assertThat(prepared).containsExactly("1 after 1");
        assertThat(setAside).hasSize(2).last().isEqualTo(message("a", "1") + ": because");
        cannotPrepare.clear();
        delivery.take(batch.subList(2, 3));
        assertThat(prepared).containsExactly("1 after 1", "2 after 2");
        assertThat(setAside).hasSize(3).last().isEqualTo(message("a", "2") + ": because");
    }

    @Test
    void shouldFindWhatTheDatabaseRefuses() {
        unfit.add("5");
        delivery.take(batch(message("a", "1", "2", "3", "4", "5", "6", "7"), message("b", "8")));
        assertThat(done).containsExactly("1", "2", "3", "4", "6", "7", "8");
        assertThat(setAside).containsExactly(message("a", "5") + ": the database refuses it: does not fit");
    }

    @Test
    void shouldRepeatWhatAnotherConsumerWasFasterWith() {
        overtaken.add("1");
        assertNotDoneFrom(10, () -> delivery.take(batch(message("a", "1"))));
        assertThat(setAside).isEmpty();
    }

    /** Otherwise each repetition would set them aside again. */
    @Test
    void shouldSetAsideOnlyWhatIsNotDeliveredAgain() {
        failingParts.add("a");
        var batch = batch("first poison", message("a", "1"), "second poison");
        assertNotDoneFrom(11, () -> delivery.take(batch));
        assertThat(setAside).singleElement().asString().startsWith("first poison");
        setAside.clear();
        failingParts.clear();
        delivery.take(batch.subList(1, 3));
        assertThat(setAside).singleElement().asString().startsWith("second poison");
    }

    @Test
    void shouldRepeatAMessageThatCannotBeSetAsideNow() {
        doThrow(new KafkaException("away")).when(deadLetters).put(any(), any());
        assertNotDoneFrom(11, () -> delivery.take(batch(message("a", "1"), "no JSON", message("a", "2"))));
        assertThat(done).containsExactly("1", "2");
    }

    @Test
    void shouldGoNoFurtherThanAMessageWhosePartIsUnknown() {
        unknownParts.add("b");
        var batch = batch(message("a", "1"), message("b", "2"), message("a", "3"), "no JSON");
        assertNotDoneFrom(11, () -> delivery.take(batch));
        assertThat(done).containsExactly("1");
        assertThat(setAside).isEmpty();
    }

    @Test
    void shouldBeginNoFurtherPartOnceItIsToStop() {
        Thread.currentThread().interrupt();
        try {
            assertNotDoneFrom(10, () -> delivery.take(batch(message("a", "1"))));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(attempts).isEmpty();
    }
}
