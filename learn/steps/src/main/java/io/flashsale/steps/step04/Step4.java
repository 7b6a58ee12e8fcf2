package io.flashsale.steps.step04;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.core.conditions.query.QueryWrapper;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import io.flashsale.steps.BuyAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.ibatis.annotations.Mapper;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Takes a lock in Redis (SET NX PX) and frees it with a script that compares its token.
 *
 * <p>Guarantees one purchase at a time for as long as the lease lasts, waits without a connection of the database, and
 * survives the death of a holder. Does not guarantee anything for work that takes longer than the lease.
 */
@SpringBootApplication
public class Step4 {

    private static final long LAMP = 1;
    private static final String LOCK = "lock:lamp";
    private static final Duration LEASE = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(50);

    public static void main(String[] arguments) {
        new SpringApplicationBuilder(Step4.class)
                .properties("spring.sql.init.schema-locations=classpath:io/flashsale/steps/step04/schema.sql")
                .run(arguments);
    }

    @RestController
    static class BuyController {

        private final Sale sale;

        BuyController(Sale sale) {
            this.sale = sale;
        }

        @PostMapping("/buy")
        ResponseEntity<String> buy(@RequestParam String user) throws InterruptedException {
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
        private final SetnxLock lock;

        Sale(StockMapper stocks, OrderMapper orders, TransactionTemplate transaction, SetnxLock lock) {
            this.stocks = stocks;
            this.orders = orders;
            this.transaction = transaction;
            this.lock = lock;
        }

        /** Lock, begin, commit, unlock: the next holder sees what was committed. */
        BuyAnswer buy(String user) throws InterruptedException {
            String token = UUID.randomUUID().toString();
            if (!lock.tryLock(token)) {
                return BuyAnswer.BUSY;
            }
            try {
                return transaction.execute(_ -> buyAlone(user));
            } finally {
                lock.unlock(token);
            }
        }

        private BuyAnswer buyAlone(String user) {
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

    @Component
    static class SetnxLock {

        private static final RedisScript<Long> UNLOCK =
                RedisScript.of(new ClassPathResource("unlock.lua", Step4.class), Long.class);

        private final StringRedisTemplate redis;

        SetnxLock(StringRedisTemplate redis) {
            this.redis = redis;
        }

        /** Tries until it has the lock; false if it has not got it within half a minute. */
        boolean tryLock(String token) throws InterruptedException {
            Instant deadline = Instant.now().plus(PATIENCE);
            while (!Boolean.TRUE.equals(redis.opsForValue().setIfAbsent(LOCK, token, LEASE))) {
                if (Instant.now().isAfter(deadline)) {
                    return false;
                }
                Thread.sleep(BETWEEN_TRIES);
            }
            return true;
        }

        void unlock(String token) {
            redis.execute(UNLOCK, List.of(LOCK), token);
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
