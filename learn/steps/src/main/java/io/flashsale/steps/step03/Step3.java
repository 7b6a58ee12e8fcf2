package io.flashsale.steps.step03;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.core.conditions.query.QueryWrapper;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import io.flashsale.steps.BuyAnswer;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
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
 * Locks the row of the stock before it reads anything, so MySQL lets one purchase in at a time, whatever JVM it is in.
 *
 * <p>Guarantees one order for each lamp with any number of instances. Does not guarantee that the shop answers while a
 * purchase hangs: each purchase that waits holds a connection, and the pool has five.
 */
@SpringBootApplication
public class Step3 {

    private static final long LAMP = 1;

    public static void main(String[] arguments) {
        new SpringApplicationBuilder(Step3.class)
                .properties("spring.sql.init.schema-locations=classpath:io/flashsale/steps/step03/schema.sql")
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

        /** The lock comes first: a read before it would see the orders as they were before the wait. */
        @Transactional
        public BuyAnswer buy(String user) {
            Stock lamp = stocks.lock(LAMP);
            if (orders.exists(new QueryWrapper<LampOrder>().eq("user_id", user))) {
                return BuyAnswer.ALREADY_BOUGHT;
            }
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
    interface StockMapper extends BaseMapper<Stock> {

        /** Returns the row, which nobody else can lock or write until this transaction ends. */
        @Select("SELECT id, available FROM stock WHERE id = #{id} FOR UPDATE")
        Stock lock(long id);
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
