package io.flashsale.steps.step09;

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
import org.springframework.dao.DuplicateKeyException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.http.ResponseEntity;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers when Redis has decided, and writes to MySQL afterwards.
 *
 * <p>Guarantees an answer while MySQL is slow, and with {@link StreamQueue} that an accepted order survives the death of
 * all instances. Does not guarantee that it survives the loss of Redis' memory. With {@link MemoryQueue}
 * ({@code SHOP_QUEUE=memory}) it does not even survive the death of the instance that accepted it.
 */
@EnableScheduling
@SpringBootApplication
public class Step9 {

    private static final long LAMP = 1;
    static final String LEFT = "lamp:left";
    static final String BUYERS = "lamp:buyers";

    public static void main(String[] arguments) {
        new SpringApplicationBuilder(Step9.class)
                .properties("spring.sql.init.schema-locations=classpath:io/flashsale/steps/step09/schema.sql")
                .run(arguments);
    }

    /** Loads the sale into Redis, unless it is there: the number comes last, because it opens the sale. */
    @Bean
    static ApplicationRunner open(StockMapper stocks, OrderMapper orders, StringRedisTemplate redis) {
        return _ -> {
            orders.users().forEach(user -> redis.opsForSet().add(BUYERS, user));
            redis.opsForValue().setIfAbsent(LEFT, Integer.toString(stocks.available(LAMP)));
        };
    }

    /** Where accepted orders wait for MySQL. */
    interface OrderQueue {

        /** Reserves a lamp for the user and queues the order, or says why not. */
        BuyAnswer reserve(String user);
    }

    @RestController
    static class BuyController {

        private final OrderQueue queue;
        private final StringRedisTemplate redis;

        BuyController(OrderQueue queue, StringRedisTemplate redis) {
            this.queue = queue;
            this.redis = redis;
        }

        @PostMapping("/buy")
        ResponseEntity<String> buy(@RequestParam String user) {
            return queue.reserve(user).toResponse();
        }

        @GetMapping("/stock")
        ResponseEntity<String> stock() {
            return ResponseEntity.of(Optional.ofNullable(redis.opsForValue().get(LEFT)));
        }
    }

    @Service
    static class OrderWriter {

        private final StockMapper stocks;
        private final OrderMapper orders;
        private final TransactionTemplate transaction;

        OrderWriter(StockMapper stocks, OrderMapper orders, TransactionTemplate transaction) {
            this.stocks = stocks;
            this.orders = orders;
            this.transaction = transaction;
        }

        /** Writes the order, unless it was written before: a queue may deliver it twice. */
        void write(String user) {
            try {
                transaction.executeWithoutResult(status -> {
                    orders.insert(new LampOrder(user));
                    if (stocks.takeOne(LAMP) == 0) {
                        status.setRollbackOnly();
                    }
                });
            } catch (DuplicateKeyException deliveredAgain) {
                // the first delivery has written it
            }
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
