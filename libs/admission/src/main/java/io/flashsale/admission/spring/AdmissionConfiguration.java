package io.flashsale.admission.spring;

import com.baomidou.mybatisplus.extension.plugins.MybatisPlusInterceptor;
import com.baomidou.mybatisplus.extension.plugins.inner.OptimisticLockerInnerInterceptor;
import io.flashsale.admission.AdmissionService;
import io.flashsale.admission.ReservationIds;
import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.bucket.BucketSupply;
import io.flashsale.admission.outbox.Backlog;
import io.flashsale.admission.outbox.Drain;
import io.flashsale.admission.outbox.OutboxRelay;
import io.flashsale.admission.outbox.SavedGroups;
import io.flashsale.admission.redis.Leadership;
import io.flashsale.admission.spring.reconciliation.KafkaBacklog;
import io.flashsale.admission.spring.reconciliation.ReconciliationConfiguration;
import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.commons.kafka.ConsumerProgress;
import io.flashsale.commons.sql.IdBlocks;
import io.flashsale.commons.tracing.OrderTrace;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Signature;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.transaction.PlatformTransactionManager;
import tools.jackson.databind.json.JsonMapper;

/** The beans and background tasks that a service imports to admit. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AdmissionProperties.class)
@Import({KafkaReservationQueue.class, NewCampaigns.class, ReconciliationConfiguration.class, RemainingUnits.class})
public class AdmissionConfiguration {

    private static final Duration OUTBOX_INTERVAL = Duration.ofSeconds(2);
    private static final Duration WARM_UP_INTERVAL = Duration.ofMillis(500);
    private static final Duration WARM_UP_LEASE = Duration.ofSeconds(3);
    private static final Duration PRODUCER_INTERVAL = Duration.ofSeconds(10);

    @Bean
    StockGates stockGates(RedissonClient redis, CampaignType type) {
        return new StockGates(redis, type.kind());
    }

    @Bean
    JdbcSavedGroups savedGroups(JdbcClient jdbc, PlatformTransactionManager transactions, JsonMapper json) {
        return new JdbcSavedGroups(jdbc, transactions, json);
    }

    @Bean
    AdmissionService admissionService(
            StockGates gates,
            KafkaReservationQueue queue,
            AdmissionProperties properties,
            SavedGroups saved,
            JdbcClient jdbc,
            PlatformTransactionManager transactions,
            OrderTrace trace,
            ObjectProvider<BucketSupply> supply) {
        ReservationIds ids = new ReservationIds(new IdBlocks(jdbc, transactions)::claim);
        return new AdmissionService(
                gates,
                ids,
                new FollowedQueue(queue, trace, "forwarder"),
                properties.ackTimeout(),
                saved,
                new FollowedAdmissions(trace, gates),
                supply.getIfAvailable(() -> BucketSupply.NONE));
    }

    @Bean
    JointAdmission jointAdmission(AdmissionService admission) {
        return new JointAdmission(admission::admit);
    }

    @Bean
    <T> AdmissionResponses<T> admissionResponses(
            CampaignType type, CampaignResponses<T> campaigns, MeterRegistry meters, Clock clock) {
        return new AdmissionResponses<>(type, campaigns, meters, clock);
    }

    @Bean
    AdmissionGroupController admissionGroupController(
            CampaignType type,
            JointAdmission admission,
            AdmissionResponses<?> responses,
            CampaignResponses<?> campaigns,
            ObjectProvider<TicketVerifier> tickets,
            JsonMapper json,
            MeterRegistry meters) {
        return new AdmissionGroupController(
                type,
                admission,
                responses,
                campaigns,
                tickets.getIfAvailable(() -> TicketVerifier.NO_TICKETS),
                json,
                meters);
    }

    /** Sees updates only, and not each statement: a batch has one for each row, and each would be wrapped. */
    @Intercepts(
            @Signature(
                    type = Executor.class,
                    method = "update",
                    args = {MappedStatement.class, Object.class}))
    private static final class UpdateInterceptor extends MybatisPlusInterceptor {}

    /** Makes MyBatis-Plus check and raise the revision of a campaign with every update. */
    @Bean
    MybatisPlusInterceptor optimisticLocking() {
        MybatisPlusInterceptor interceptor = new UpdateInterceptor();
        interceptor.addInnerInterceptor(new OptimisticLockerInnerInterceptor());
        return interceptor;
    }

    @Bean
    OutboxRelay outboxRelay(
            RedissonClient redis,
            CampaignType type,
            KafkaReservationQueue queue,
            SavedGroups saved,
            AdmissionProperties properties,
            OrderTrace trace) {
        return new OutboxRelay(
                redis, type.kind(), new FollowedQueue(queue, trace, "relay"), saved, properties.relayAfter());
    }

    @Bean
    AdmissionMetrics admissionMetrics(CampaignType type, AdmissionService admission, OutboxRelay relay) {
        return new AdmissionMetrics(type.meters(), admission, relay);
    }

    @Bean
    ConsumerProgress consumerProgress(KafkaAdmin kafka) {
        return new ConsumerProgress(kafka);
    }

    @Bean
    StockGateWarmUp stockGateWarmUp(
            RedissonClient redis,
            CampaignType type,
            StockGates gates,
            OutboxRelay relay,
            KafkaReservationQueue queue,
            ConsumerProgress progress,
            StockGateWarmUp.Campaigns campaigns) {
        Backlog backlog = new KafkaBacklog(progress, type.topic(), type.consumerGroup());
        return new StockGateWarmUp(redis, type.kind(), gates, new Drain(relay, backlog), queue, campaigns);
    }

    /** The bean's name is also that of its part of the readiness. */
    @Bean
    CampaignWarmUp campaignsWarm(StockGateWarmUp gates, RedissonClient redis, CampaignType type) {
        return new CampaignWarmUp(
                gates, new Leadership(redis, type.kind(), "warm-up", WARM_UP_LEASE), InstantSource.system());
    }

    @Bean
    RepeatedTask relaying(OutboxRelay relay) {
        return new RepeatedTask("outbox-relay", OutboxRelay.INTERVAL, relay::run);
    }

    @Bean
    RepeatedTask lookingIntoOutbox(AdmissionMetrics metrics) {
        return new RepeatedTask("outbox-look", OUTBOX_INTERVAL, metrics::look);
    }

    @Bean
    RepeatedTask warmingUp(CampaignWarmUp warmUp) {
        return new RepeatedTask("warm-up", WARM_UP_INTERVAL, warmUp::look);
    }

    @Bean
    RepeatedTask keepingProducerReady(KafkaReservationQueue queue) {
        return new RepeatedTask("producer-warm-up", PRODUCER_INTERVAL, queue::keepReady);
    }
}
