package io.flashsale.order.deadletter;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.order.deadletter.DeadLetter.Position;
import io.flashsale.order.deadletter.DeadLetterService.Outcome;
import io.flashsale.order.deadletter.DeadLetterService.Shown;
import io.flashsale.order.deadletter.ReplayMapper.Replay;
import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderStatus;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows administrators what could not be processed and why, and replays or rejects it. */
@RestController
@RequestMapping("/api/admin/dead-letters")
class DeadLetterController {

    private static final Logger log = LoggerFactory.getLogger(DeadLetterController.class);
    private static final int MAX_LIMIT = 500;

    private final DeadLetterService service;

    DeadLetterController(DeadLetterService service) {
        this.service = service;
    }

    /** @param older to be sent as {@code before} for the letters that precede these; null if there are none */
    record DeadLetters(List<DeadLetterView> items, @Nullable String older) {}

    record DeadLetterView(
            String topic,
            int partition,
            @JsonFormat(shape = JsonFormat.Shape.STRING) long offset,
            Instant time,
            @Nullable String key,
            @Nullable String reason,
            @Nullable String exception,
            @Nullable String payload,
            int payloadBytes,
            @Nullable String correlationId,
            List<LetterOrderView> orders,
            int replays,
            @Nullable Instant replayedAt) {

        static DeadLetterView of(Shown shown) {
            DeadLetter letter = shown.letter();
            Replay replay = shown.replay();
            return new DeadLetterView(
                    letter.position().topic().topic(),
                    letter.position().partition(),
                    letter.position().offset(),
                    letter.writtenAt(),
                    letter.key(),
                    letter.reason(),
                    letter.exception(),
                    letter.payload(),
                    letter.payloadBytes(),
                    letter.correlationId(),
                    letter.orderIds().stream()
                            .map(id -> LetterOrderView.of(id, shown.orders().get(id)))
                            .toList(),
                    replay == null ? 0 : replay.replays(),
                    replay == null ? null : replay.replayedAt());
        }
    }

    /** @param status QUEUED while it is under review */
    record LetterOrderView(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId,
            OrderStatus status,
            @Nullable EndReason reason) {

        static LetterOrderView of(long id, @Nullable Order order) {
            return order == null
                    ? new LetterOrderView(id, OrderStatus.QUEUED, null)
                    : new LetterOrderView(id, order.status(), order.reason());
        }
    }

    @ApiCall(
            value = "What could not be processed, newest first",
            refusals = {ProblemType.NOT_FOUND, ProblemType.INVALID_REQUEST, ProblemType.QUEUE_UNAVAILABLE})
    @GetMapping
    DeadLetters list(
            @RequestParam String topic,
            @RequestParam(defaultValue = "50") int limit,
            @RequestParam(required = false) @Nullable String before) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "limit is 1 to " + MAX_LIMIT + ".");
        }
        LetterPage page = before == null ? LetterPage.NEWEST : page(before);
        List<Shown> found = service.newest(known(topic), limit + 1, page);
        List<Shown> shown = found.subList(0, Math.min(limit, found.size()));
        LetterPage next =
                page.after(shown.stream().map(one -> one.letter().position()).toList());
        return new DeadLetters(
                shown.stream().map(DeadLetterView::of).toList(), found.size() > limit ? next.toString() : null);
    }

    @ApiCall(
            value = "Send a dead letter to its first topic again",
            refusals = {ProblemType.NOT_FOUND, ProblemType.DEAD_LETTER_CONFLICT, ProblemType.QUEUE_UNAVAILABLE})
    @PostMapping("/{topic}/{partition}/{offset}/replay")
    ResponseEntity<DeadLetterView> replay(
            @PathVariable String topic, @PathVariable int partition, @PathVariable long offset) {
        return answer(service.replay(new Position(known(topic), partition, offset)));
    }

    @ApiCall(
            value = "Reject the accepted order that a dead letter is about; its unit goes back",
            refusals = {ProblemType.NOT_FOUND, ProblemType.DEAD_LETTER_CONFLICT, ProblemType.QUEUE_UNAVAILABLE})
    @PostMapping("/{topic}/{partition}/{offset}/reject")
    ResponseEntity<DeadLetterView> reject(
            @PathVariable String topic, @PathVariable int partition, @PathVariable long offset) {
        return answer(service.reject(new Position(known(topic), partition, offset)));
    }

    private static ResponseEntity<DeadLetterView> answer(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done(Shown shown) -> ResponseEntity.ok(DeadLetterView.of(shown));
            case Outcome.NoSuchLetter() ->
                Problems.answer(Problems.of(ProblemType.NOT_FOUND, "There is no such dead letter."));
            case Outcome.Conflict(String why) -> Problems.answer(Problems.of(ProblemType.DEAD_LETTER_CONFLICT, why));
        };
    }

    private static LetterPage page(String before) {
        return LetterPage.of(before)
                .orElseThrow(() -> new ProblemException(
                        ProblemType.INVALID_REQUEST, "before is what an earlier answer called older."));
    }

    private static DeadLetterTopic known(String topic) {
        return DeadLetterTopic.of(topic)
                .orElseThrow(() -> new ProblemException(ProblemType.NOT_FOUND, "There is no such dead-letter topic."));
    }

    @ExceptionHandler
    ResponseEntity<DeadLetters> kafkaAway(KafkaException fault) {
        log.warn("dead letters are out of reach: {}", fault.toString());
        return Problems.retryLater(ProblemType.QUEUE_UNAVAILABLE);
    }
}
