package io.flashsale.steps.step05;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.core.conditions.query.QueryWrapper;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import io.flashsale.steps.BuyAnswer;
import java.util.concurrent.TimeUnit;
import org.apache.ibatis.annotations.Mapper;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.spring.starter.RedissonAutoConfigurationCustomizer;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Takes a lock of Redisson, which renews the lease as long as its process lives.
 *
 * <p>Guarantees one purchase at a time however long one takes, and survives the death of a holder. Does not guarantee it
 * if a process pauses for longer than the lease, because nobody renews then: the lock goes to another one, and the
 * first wakes up and writes.
 */
@SpringBootApplication
public class Step5 {

    private static final long LAMP = 1;
    private static final long LEASE_MILLIS = 5_000;
    private static final long PATIENCE_SECONDS = 30;

    public static void main(String[] arguments) {
        new SpringApplicationBuilder(Step5.class)
                .properties("spring.sql.init.schema-locations=classpath:io/flashsale/steps/step05/schema.sql")
                .run(arguments);
    }

    /** Without this, the lease is 30 s; the watchdog renews it after each third of it. */
    @Bean
    static RedissonAutoConfigurationCustomizer shorterLease() {
        return config -> config.setLockWatchdogTimeout(LEASE_MILLIS);
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
        private final RLock lock;

        Sale(StockMapper stocks, OrderMapper orders, TransactionTemplate transaction, RedissonClient redisson) {
            this.stocks = stocks;
            this.orders = orders;
            this.transaction = transaction;
            this.lock = redisson.getLock("lock:lamp");
        }

        /** A lease given to {@code tryLock} would switch the watchdog off. */
        BuyAnswer buy(String user) throws InterruptedException {
            if (!lock.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return BuyAnswer.BUSY;
            }
            try {
                return transaction.execute(_ -> buyAlone(user));
            } finally {
                if (lock.isHeldByCurrentThread()) {
                    lock.unlock();
                }
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
