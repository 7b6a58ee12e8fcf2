package io.flashsale.order.provider;

import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;

/** The only row of table {@code shop_currency}. */
@Mapper
interface ShopCurrencyMapper {

    /** Notes the currency, unless one is noted. */
    @Insert("INSERT IGNORE INTO shop_currency (id, currency) VALUES (1, #{code})")
    void noteFirst(String code);

    @Select("SELECT currency FROM shop_currency WHERE id = 1")
    String noted();
}
