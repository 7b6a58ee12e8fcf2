package io.flashsale.steps.step06;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.core.conditions.query.QueryWrapper;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import io.flashsale.steps.BuyAnswer;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Update;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Tests and writes the stock in one statement, so there is nothing between the two that a lock must protect.
 *
 * <p>Guarantees one order for each lamp, also if a process pauses or dies at any point. Does not guarantee one order for
 * each user: two clicks both look before either of them writes.
 */
@SpringBootApplication
public class Step6 {

    private static final long LAMP = 1;

    public static void main(String[] arguments) {
        new SpringApplicationBuilder(Step6.class)
                .properties("spring.sql.init.schema-locations=classpath:io/flashsale/steps/step06/schema.sql")
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

        @Transactional
        public BuyAnswer buy(String user) {
            if (orders.exists(new QueryWrapper<LampOrder>().eq("user_id", user))) {
                return BuyAnswer.ALREADY_BOUGHT;
            }
            if (stocks.takeOne(LAMP) == 0) {
                return BuyAnswer.SOLD_OUT;
            }
            orders.insert(new LampOrder(user));
            return BuyAnswer.BOUGHT;
        }

        int available() {
            return stocks.selectById(LAMP).available;
        }
    }

    @Mapper
    interface StockMapper extends BaseMapper<Stock> {

        /** Returns 1 if there was one to take, else 0. */
        @Update("UPDATE stock SET available = available - 1 WHERE id = #{id} AND available > 0")
        int takeOne(long id);
    }

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
