package io.flashsale.coupon.claiming;

import io.flashsale.admission.StockGateRebuild.Held;
import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;

/** Who holds the coupons of a template. */
@Mapper
interface HolderMapper {

    @Select("SELECT user_id, id AS reservation_id FROM coupon WHERE template_id = #{templateId}")
    List<Held> of(@Param("templateId") long templateId);
}
