package io.flashsale.entry.lottery;

import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.jspecify.annotations.Nullable;

@Mapper
interface LotteryMapper {

    /**
     * @param seed 32 bytes in hex
     * @param size numbers that take part; null until the places are drawn
     */
    record Row(String seed, @Nullable Long size) {}

    @Select("SELECT seed, size FROM entry_lottery WHERE sale_id = #{saleId}")
    @Nullable
    Row find(long saleId);

    /** Returns 0 if it was drawn before, or another run gives the numbers. */
    @Update("""
            UPDATE entry_lottery l JOIN entry_counter c ON c.sale_id = l.sale_id
            SET l.size = #{size}, l.drawn_at = UTC_TIMESTAMP(3)
            WHERE l.sale_id = #{saleId} AND l.size IS NULL AND c.run = #{run}
            """)
    int draw(long saleId, String run, long size);
}
