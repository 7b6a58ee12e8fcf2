package io.flashsale.stock.catalogue;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import io.flashsale.commons.sql.NextRevision;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.jspecify.annotations.Nullable;

@Mapper
interface ProductMapper extends BaseMapper<Product> {

    /** Whether the product is withdrawn, and stays so or not until the transaction ends; null if there is none. */
    @Select("SELECT withdrawn FROM product WHERE id = #{id} LOCK IN SHARE MODE")
    @Nullable
    Boolean isWithdrawn(long id);

    /** Changes the product, which gets another revision. Returns 0 if it does not have this one any more. */
    @Update("UPDATE product SET name = #{name}, description = #{description}, image_url = #{imageUrl},"
            + " withdrawn = #{withdrawn}, revision = " + NextRevision.SQL
            + " WHERE id = #{id} AND revision = #{revision}")
    int change(long id, long revision, String name, String description, String imageUrl, boolean withdrawn);
}
