package io.flashsale.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.JaasContext;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.core.ProducerFactory;

/** How services authenticate to Kafka. */
class KafkaLoginTests {

    private final ApplicationContextRunner service = new ApplicationContextRunner()
            .withInitializer(new ConfigDataApplicationContextInitializer())
            .withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class));

    @Test
    void shouldBeSaidByWhateverTalksToKafka() {
        service.withPropertyValues(
                        "spring.kafka.security.protocol=SASL_PLAINTEXT",
                        "flashsale.kafka.username=order",
                        "flashsale.kafka.password=0badcafe")
                .run(context -> {
                    List<Map<String, Object>> clients = List.of(
                            context.getBean(KafkaAdmin.class).getConfigurationProperties(),
                            context.getBean(ProducerFactory.class).getConfigurationProperties(),
                            context.getBean(ConsumerFactory.class).getConfigurationProperties());
                    assertThat(clients).allSatisfy(client -> {
                        assertThat(client)
                                .containsEntry("security.protocol", "SASL_PLAINTEXT")
                                .containsEntry("sasl.mechanism", "PLAIN");
                        Password jaas = new Password(String.valueOf(client.get(SaslConfigs.SASL_JAAS_CONFIG)));
                        JaasContext login = JaasContext.loadClientContext(Map.of(SaslConfigs.SASL_JAAS_CONFIG, jaas));
                        assertThat(JaasContext.configEntryOption(
                                        login.configurationEntries(), "username", PlainLoginModule.class.getName()))
                                .isEqualTo("order");
                        assertThat(JaasContext.configEntryOption(
                                        login.configurationEntries(), "password", PlainLoginModule.class.getName()))
                                .isEqualTo("0badcafe");
                    });
                });
    }

    @Test
    void shouldNotBeAskedForByAKafkaThatAsksNobody() {
        service.run(context -> assertThat(context.getBean(KafkaAdmin.class).getConfigurationProperties())
                .doesNotContainValue("SASL_PLAINTEXT"));
    }
}
