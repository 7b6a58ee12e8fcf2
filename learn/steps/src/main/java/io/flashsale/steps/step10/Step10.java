package io.flashsale.steps.step10;

import static java.util.Objects.requireNonNullElse;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import io.flashsale.steps.BuyAnswer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.http.ResponseEntity;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.backoff.FixedBackOff;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers when Kafka has the order, and writes to MySQL afterwards: this shop in small.
 *
 * <p>Guarantees that an accepted order survives the death of all instances and the loss of Redis' memory. An order that
 * was reserved and not sent stays in the outbox until it is. Does not guarantee that Redis and MySQL agree if Redis
 * loses its memory between a reservation and its message; MySQL then refuses what is too much.
 */
@EnableScheduling
@SpringBootApplication
public class Step10 {

    private static final long LAMP = 1;
    private static final String LEFT = "lamp:left";
    private static final String BUYERS = "lamp:buyers";
    private static final String OUTBOX = "lamp:outbox";

    public static void main(String[] arguments) {
        new SpringApplicationBuilder(Step10.class)
                .properties("spring.sql.init.schema-locations=classpath:io/flashsale/steps/step10/schema.sql")
                .run(arguments);
    }

    /** One partition, so that what was sent first is written first. */
    @Bean
    static NewTopic topic(@Value("${shop.topic}") String topic) {
        return TopicBuilder.name(topic).partitions(1).build();
    }

    /** Repeats a message until it succeeds. */
    @Bean
    static CommonErrorHandler untilItSucceeds() {
        return new DefaultErrorHandler(new FixedBackOff(1_000, FixedBackOff.UNLIMITED_ATTEMPTS));
    }

    @RestController
    static class BuyController {

        private static final RedisScript<String> RESERVE =
                RedisScript.of(new ClassPathResource("reserve.lua", Step10.class), String.class);

        private final StringRedisTemplate redis;
        private final OrderSender sender;

        BuyController(StringRedisTemplate redis, OrderSender sender) {
            this.redis = redis;
            this.sender = sender;
        }

        @PostMapping("/buy")
        ResponseEntity<String> buy(@RequestParam String user) throws InterruptedException {
            BuyAnswer decided = BuyAnswer.of(redis.execute(RESERVE, List.of(LEFT, BUYERS, OUTBOX), user));
            if (decided == BuyAnswer.ACCEPTED && !sender.send(user)) {
                return BuyAnswer.BUSY.toResponse();
            }
            return decided.toResponse();
        }

        @GetMapping("/stock")
        ResponseEntity<String> stock() {
            return ResponseEntity.of(Optional.ofNullable(redis.opsForValue().get(LEFT)));
        }
    }

    @Service
    static class OrderSender {

        private final StringRedisTemplate redis;
        private final KafkaTemplate<String, String> kafka;
        private final String topic;

        OrderSender(
                StringRedisTemplate redis, KafkaTemplate<String, String> kafka, @Value("${shop.topic}") String topic) {
            this.redis = redis;
            this.kafka = kafka;
            this.topic = topic;
        }

        /** True when Kafka has the order; otherwise it stays in the outbox. */
        boolean send(String user) throws InterruptedException {
            try {
                kafka.send(topic, "order", user).get(2, TimeUnit.SECONDS);
                redis.opsForSet().remove(OUTBOX, user);
                return true;
            } catch (ExecutionException | TimeoutException unacknowledged) {
                return false;
            }
        }

        /** Sends what is left in the outbox, and asks for the sale to be loaded if Redis has lost it. */
        @Scheduled(fixedDelay = 1_000)
        void repair() throws InterruptedException {
            for (String user : requireNonNullElse(redis.opsForSet().members(OUTBOX), Set.<String>of())) {
                send(user);
            }
            if (!Boolean.TRUE.equals(redis.hasKey(LEFT))) {
                kafka.send(topic, "load", "");
            }
        }
    }

    @Service
    static class OrderListener {

        private final StockMapper stocks;
        private final OrderMapper orders;
        private final TransactionTemplate transaction;
        private final StringRedisTemplate redis;

        OrderListener(
                StockMapper stocks, OrderMapper orders, TransactionTemplate transaction, StringRedisTemplate redis) {
            this.stocks = stocks;
            this.orders = orders;
            this.transaction = transaction;
            this.redis = redis;
        }

        @KafkaListener(topics = "${shop.topic}", groupId = "${shop.topic}")
        void on(ConsumerRecord<String, String> message) {
            if (message.key().equals("load")) {
                load();
            } else {
                write(message.value());
            }
        }

        /** All orders that were sent before are in MySQL by now. The number comes last, because it opens the sale. */
        private void load() {
            orders.users().forEach(user -> redis.opsForSet().add(BUYERS, user));
            redis.opsForValue().setIfAbsent(LEFT, Integer.toString(stocks.available(LAMP)));
        }

        /** Writes the order, unless it was written before: Kafka may deliver it twice. */
        private void write(String user) {
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
