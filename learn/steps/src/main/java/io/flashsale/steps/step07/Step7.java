package io.flashsale.steps.step07;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import io.flashsale.steps.BuyAnswer;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Update;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Writes the order first: of two orders for one user, the unique key lets one in.
 *
 * <p>Guarantees one order for each lamp and one for each user. Does not guarantee anything about the load: a shopper who
 * is refused costs as many statements as one who buys, and of a million shoppers nearly all are refused.
 */
@SpringBootApplication
public class Step7 {

    private static final long LAMP = 1;

    public static void main(String[] arguments) {
        new SpringApplicationBuilder(Step7.class)
                .properties("spring.sql.init.schema-locations=classpath:io/flashsale/steps/step07/schema.sql")
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
        private final TransactionTemplate transaction;

        Sale(StockMapper stocks, OrderMapper orders, TransactionTemplate transaction) {
            this.stocks = stocks;
            this.orders = orders;
            this.transaction = transaction;
        }

        BuyAnswer buy(String user) {
            try {
                return transaction.execute(status -> {
                    orders.insert(new LampOrder(user));
                    if (stocks.takeOne(LAMP) == 1) {
                        return BuyAnswer.BOUGHT;
                    }
                    status.setRollbackOnly();
                    return BuyAnswer.SOLD_OUT;
                });
            } catch (DuplicateKeyException secondOrder) {
                return BuyAnswer.ALREADY_BOUGHT;
            }
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
