package io.flashsale.order.deadletter;

import static io.flashsale.commons.sql.InIds.IN_IDS;

import io.flashsale.order.deadletter.DeadLetter.Position;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;

/** Table {@code dead_letter_replay}: which letters were sent again, and when. */
@Mapper
interface ReplayMapper {

    /** Identifies a letter for ever, even if its topic is created anew. */
    record Letter(Position position, Instant writtenAt) {}

    /** @param replays at least 1 */
    record Replay(int kafkaPartition, long kafkaOffset, Instant writtenAt, int replays, Instant replayedAt) {}

    @Insert("""
            INSERT INTO dead_letter_replay (topic, kafka_partition, kafka_offset, written_at, replays, replayed_at)
            VALUES (#{position.topic.topic}, #{position.partition}, #{position.offset}, #{writtenAt}, 1,
                    UTC_TIMESTAMP(3))
            ON DUPLICATE KEY UPDATE replays = replays + 1, replayed_at = UTC_TIMESTAMP(3)
            """)
    void add(Letter letter);

    /** Returns the replays of those letters of one topic that have been sent again. */
    default Map<Letter, Replay> of(DeadLetterTopic topic, Collection<DeadLetter> letters) {
        if (letters.isEmpty()) {
            return Map.of();
        }
        List<Long> offsets =
                letters.stream().map(letter -> letter.position().offset()).toList();
        return find(topic.topic(), offsets).stream()
                .collect(Collectors.toMap(
                        replay -> new Letter(
                                new Position(topic, replay.kafkaPartition(), replay.kafkaOffset()), replay.writtenAt()),
                        replay -> replay));
    }

    /** @param ids offsets, at least one */
    @Select("""
            <script>
            SELECT kafka_partition, kafka_offset, written_at, replays, replayed_at FROM dead_letter_replay
            WHERE topic = #{topic} AND kafka_offset
            """ + IN_IDS + "</script>")
    List<Replay> find(String topic, List<Long> ids);
}
