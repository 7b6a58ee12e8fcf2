package io.flashsale.order.deadletter;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.order.deadletter.DeadLetter.Position;
import io.flashsale.order.deadletter.DeadLetterService.Shown;
import io.flashsale.order.deadletter.ReplayMapper.Replay;
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

/** Shows administrators what could not be processed and why, and replays it. */
@RestController
@RequestMapping("/api/admin/dead-letters")
class DeadLetterController {

    private static final Logger log = LoggerFactory.getLogger(DeadLetterController.class);
    private static final int MAX_LIMIT = 500;

    private final DeadLetterService service;

    DeadLetterController(DeadLetterService service) {
        this.service = service;
    }

    record DeadLetters(List<DeadLetterView> items) {}

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
                    replay == null ? 0 : replay.replays(),
                    replay == null ? null : replay.replayedAt());
        }
    }

    @ApiCall(
            value = "What could not be processed, newest first",
            refusals = {ProblemType.NOT_FOUND, ProblemType.INVALID_REQUEST, ProblemType.QUEUE_UNAVAILABLE})
    @GetMapping
    DeadLetters list(@RequestParam String topic, @RequestParam(defaultValue = "50") int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "limit is 1 to " + MAX_LIMIT + ".");
        }
        return new DeadLetters(service.newest(known(topic), limit).stream()
                .map(DeadLetterView::of)
                .toList());
    }

    @ApiCall(
            value = "Send a dead letter to its first topic again",
            refusals = {ProblemType.NOT_FOUND, ProblemType.QUEUE_UNAVAILABLE})
    @PostMapping("/{topic}/{partition}/{offset}/replay")
    DeadLetterView replay(@PathVariable String topic, @PathVariable int partition, @PathVariable long offset) {
        return service.replay(new Position(known(topic), partition, offset))
                .map(DeadLetterView::of)
                .orElseThrow(() -> new ProblemException(ProblemType.NOT_FOUND, "There is no such dead letter."));
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
