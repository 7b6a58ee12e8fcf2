package io.flashsale.steps.step01;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.core.conditions.query.QueryWrapper;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import io.flashsale.steps.BuyAnswer;
import org.apache.ibatis.annotations.Mapper;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Reads the stock, tests it and writes it back.
 *
 * <p>Guarantees one order for each lamp while shoppers come one after the other. Does not guarantee it when two come at
 * once: both read the same number, and both write it back less one.
 */
@SpringBootApplication
public class Step1 {

    private static final long LAMP = 1;

    public static void main(String[] arguments) {
        new SpringApplicationBuilder(Step1.class)
                .properties("spring.sql.init.schema-locations=classpath:io/flashsale/steps/step01/schema.sql")
                .run(arguments);
    }

    @RestController
    static class BuyController {

        private final Sale sale;

        BuyController(Sale sale) {
            this.sale = sale;
        }

        @PostMapping("/buy")
        ResponseEntity<String> buy(@RequestParam String user) {
            return sale.buy(user).toResponse();
        }

        @GetMapping("/stock")
        int stock() {
            return sale.available();
        }
    }

    @Service
    static class Sale {

        private final StockMapper stocks;
        private final OrderMapper orders;

        Sale(StockMapper stocks, OrderMapper orders) {
            this.stocks = stocks;
            this.orders = orders;
        }

        BuyAnswer buy(String user) {
            if (orders.exists(new QueryWrapper<LampOrder>().eq("user_id", user))) {
                return BuyAnswer.ALREADY_BOUGHT;
            }
            Stock lamp = stocks.selectById(LAMP);
            if (lamp.available == 0) {
                return BuyAnswer.SOLD_OUT;
            }
            lamp.available = lamp.available - 1;
            stocks.updateById(lamp);
            orders.insert(new LampOrder(user));
            return BuyAnswer.BOUGHT;
        }

        int available() {
            return stocks.selectById(LAMP).available;
        }
    }

    @Mapper
    interface StockMapper extends BaseMapper<Stock> {}

    @Mapper
    interface OrderMapper extends BaseMapper<LampOrder> {}

    @TableName("stock")
    static class Stock {

        @TableId
        @Nullable
        Long id;

        int available;
    }

    @TableName("orders")
    static class LampOrder {

        @TableId(type = IdType.AUTO)
        @Nullable
        Long id;

        final String userId;

        LampOrder(String userId) {
            this.userId = userId;
        }
    }
}
