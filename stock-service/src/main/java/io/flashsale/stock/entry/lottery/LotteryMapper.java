package io.flashsale.stock.entry.lottery;

import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
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
    Row find(@Param("saleId") long saleId);

    /** 0 if it was drawn before. */
    @Update("""
            UPDATE entry_lottery SET size = #{size}, drawn_at = UTC_TIMESTAMP(3) WHERE sale_id = #{saleId} AND size IS NULL
            """)
    int draw(@Param("saleId") long saleId, @Param("size") long size);
}
