package io.flashsale.order.deadletter;

import io.flashsale.commons.sql.UtcTime;
import io.flashsale.order.deadletter.DeadLetter.Position;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Table {@code dead_letter_replay}: which letters have been sent again, and when. */
@Component
class ReplayTable {

    private final JdbcClient jdbc;

    ReplayTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Identifies a letter for ever, also if its topic is made anew. */
    record Letter(Position position, Instant writtenAt) {}

    /** @param times how often, at least once */
    record Replay(int times, Instant lastAt) {}

    void add(Letter letter) {
        jdbc.sql("INSERT INTO dead_letter_replay"
                        + " (topic, kafka_partition, kafka_offset, written_at, replays, replayed_at)"
                        + " VALUES (?, ?, ?, ?, 1, UTC_TIMESTAMP(3))"
                        + " ON DUPLICATE KEY UPDATE replays = replays + 1, replayed_at = UTC_TIMESTAMP(3)")
                .params(
                        letter.position().topic().topic(),
                        letter.position().partition(),
                        letter.position().offset(),
                        UtcTime.write(letter.writtenAt()))
                .update();
    }

    /** Those of the letters of one topic that have been sent again. */
    Map<Letter, Replay> of(DeadLetterTopic topic, Collection<DeadLetter> letters) {
        Map<Letter, Replay> replays = new HashMap<>();
        if (letters.isEmpty()) {
            return replays;
        }
        jdbc.sql("SELECT kafka_partition, kafka_offset, written_at, replays, replayed_at FROM dead_letter_replay"
                        + " WHERE topic = :topic AND kafka_offset IN (:offsets)")
                .param("topic", topic.topic())
                .param(
                        "offsets",
                        letters.stream()
                                .map(letter -> letter.position().offset())
                                .toList())
                .query(row -> {
                    Position position = new Position(topic, row.getInt("kafka_partition"), row.getLong("kafka_offset"));
                    replays.put(
                            new Letter(position, Objects.requireNonNull(UtcTime.read(row, "written_at"))),
                            new Replay(
                                    row.getInt("replays"), Objects.requireNonNull(UtcTime.read(row, "replayed_at"))));
                });
        return replays;
    }
}
