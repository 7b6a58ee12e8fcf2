package io.flashsale.stock.catalogue;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import org.apache.ibatis.annotations.Mapper;

@Mapper
interface ProductMapper extends BaseMapper<Product> {}
