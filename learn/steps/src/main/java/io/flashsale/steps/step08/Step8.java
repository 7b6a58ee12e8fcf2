package io.flashsale.steps.step08;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import io.flashsale.steps.BuyAnswer;
import java.util.List;
import java.util.Optional;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Decides in Redis, with one script, and writes to MySQL only what was decided for.
 *
 * <p>Guarantees what step 7 does, because MySQL still has the last word, and that a refused shopper costs no SQL. Does
 * not guarantee an answer in time: a shopper who gets a lamp waits for MySQL.
 */
@SpringBootApplication
public class Step8 {

    private static final long LAMP = 1;
    private static final String LEFT = "lamp:left";
    private static final String BUYERS = "lamp:buyers";
    private static final RedisScript<String> RESERVE = script("reserve.lua", String.class);
    private static final RedisScript<Long> GIVE_BACK = script("give_back.lua", Long.class);

    public static void main(String[] arguments) {
        new SpringApplicationBuilder(Step8.class)
                .properties("spring.sql.init.schema-locations=classpath:io/flashsale/steps/step08/schema.sql")
                .run(arguments);
    }

    private static <T> RedisScript<T> script(String file, Class<T> answer) {
        return RedisScript.of(new ClassPathResource(file, Step8.class), answer);
    }

    /** Loads the sale into Redis, unless it is there: the number comes last, because it opens the sale. */
    @Bean
    static ApplicationRunner open(StockMapper stocks, OrderMapper orders, StringRedisTemplate redis) {
        return _ -> {
            orders.users().forEach(user -> redis.opsForSet().add(BUYERS, user));
            redis.opsForValue().setIfAbsent(LEFT, Integer.toString(stocks.available(LAMP)));
        };
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
        ResponseEntity<String> stock() {
            return ResponseEntity.of(sale.available());
        }
    }

    @Service
    static class Sale {

        private final StockMapper stocks;
        private final OrderMapper orders;
        private final TransactionTemplate transaction;
        private final StringRedisTemplate redis;

        Sale(StockMapper stocks, OrderMapper orders, TransactionTemplate transaction, StringRedisTemplate redis) {
            this.stocks = stocks;
            this.orders = orders;
            this.transaction = transaction;
            this.redis = redis;
        }

        BuyAnswer buy(String user) {
            BuyAnswer decided = BuyAnswer.of(redis.execute(RESERVE, List.of(LEFT, BUYERS), user));
            if (decided != BuyAnswer.BOUGHT) {
                return decided;
            }
            try {
                return write(user);
            } catch (RuntimeException unwritten) {
                redis.execute(GIVE_BACK, List.of(LEFT, BUYERS), user);
                throw unwritten;
            }
        }

        private BuyAnswer write(String user) {
            return transaction.execute(_ -> {
                orders.insert(new LampOrder(user));
                if (stocks.takeOne(LAMP) == 0) {
                    throw new IllegalStateException("Redis had more lamps than MySQL");
                }
                return BuyAnswer.BOUGHT;
            });
        }

        /** Empty until the sale is loaded. */
        Optional<String> available() {
            return Optional.ofNullable(redis.opsForValue().get(LEFT));
        }
    }

    @Mapper
    interface StockMapper {

        @Select("SELECT available FROM stock WHERE id = #{id}")
        int available(long id);

        /** Returns 1 if there was one to take, else 0. */
        @Update("UPDATE stock SET available = available - 1 WHERE id = #{id} AND available > 0")
        int takeOne(long id);
    }

    @Mapper
    interface OrderMapper extends BaseMapper<LampOrder> {

        @Select("SELECT user_id FROM orders")
        List<String> users();
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
