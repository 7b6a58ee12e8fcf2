package io.flashsale.commons.sql;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes the ids of new rows whose class has {@code @TableId(type = IdType.ASSIGN_ID)}: MyBatis-Plus asks for one
 * before it inserts. Each class has a sequence of its own, so that the sales of a process, and not only every other
 * id, are spread over all shards.
 *
 * <p>The ids have at most 47 bits. They fit into the id of a gate, which adds a bucket (48 bits are the campaign's),
 * and into a number of JavaScript or Lua (53 bits).
 */
final class RowIds implements IdentifierGenerator {

    static final int SEQUENCE_BITS = 16;

    private final IdBlocks blocks;
    private final Map<Class<?>, IdSequence> sequences = new ConcurrentHashMap<>();

    RowIds(IdBlocks blocks) {
        this.blocks = blocks;
    }

    @Override
    public Long nextId(Object row) {
        return sequences
                .computeIfAbsent(row.getClass(), type -> new IdSequence(blocks::claim, SEQUENCE_BITS))
                .next();
    }
}
