package io.flashsale.entry;

import io.flashsale.admission.redis.Leadership;
import io.flashsale.commons.MissingSettingException;
import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.commons.signature.SharedSecret;
import io.flashsale.contracts.campaign.CampaignKind;
import io.flashsale.entry.pace.Strain;
import io.flashsale.entry.proof.ProofOfWork;
import io.flashsale.entry.sale.EntrySales;
import java.time.Clock;
import java.time.Duration;
import org.redisson.api.RedissonClient;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Everything of fair entry, for the service that imports it. That service implements {@link EntrySales}; its database
 * has the tables of {@code sql/stock}.
 */
@Configuration(proxyBeanMethods = false)
@AutoConfigurationPackage // where MyBatis-Plus looks for mappers
@ComponentScan(excludeFilters = @ComponentScan.Filter(type = FilterType.CUSTOM, classes = TypeExcludeFilter.class))
@EnableConfigurationProperties(EntryProperties.class)
public class EntryConfiguration {

    private static final Duration ROUND = Duration.ofSeconds(1);
    private static final Duration LEASE = Duration.ofSeconds(3);

    /** How long a challenge may be solved; long enough for a slow device, too short to stock up on proofs. */
    private static final Duration PROOF_TTL = Duration.ofMinutes(5);

    @Bean
    EntrySigner entrySigner(EntryProperties properties) {
        return new EntrySigner(secretOf(properties));
    }

    private static SharedSecret secretOf(EntryProperties properties) {
        if (properties.secret() == null) {
            throw new MissingSettingException(
                    "flashsale.entry.secret is not set, by which passes and purchase tickets are signed.",
                    "Set FLASHSALE_ENTRY_SECRET to at least 16 characters, the same for all instances.");
        }
        return new SharedSecret(properties.secret(), properties.previousSecret());
    }

    @Bean
    ProofOfWork proofOfWork(EntryProperties properties, Clock clock, JsonMapper json) {
        return new ProofOfWork(secretOf(properties), PROOF_TTL, clock, json);
    }

    @Bean
    EntryRounds entryRounds(
            RedissonClient redis,
            EntrySales sales,
            EntryMapper entries,
            EntryScripts scripts,
            EntryRecovery recovery,
            EntryLog entryLog,
            Serving serving,
            WaitingMetrics metrics) {
        Leadership leadership = new Leadership(redis, CampaignKind.SALE, "entry", LEASE);
        return new EntryRounds(leadership, sales, entries, scripts, recovery, entryLog, serving, metrics);
    }

    @Bean
    RepeatedTask sayingTheLoad(Strain strain) {
        return new RepeatedTask("strain", ROUND, strain::report);
    }

    @Bean
    RepeatedTask lookingAfterEntries(EntryRounds rounds) {
        return new RepeatedTask("entry", ROUND, rounds::run);
    }
}
