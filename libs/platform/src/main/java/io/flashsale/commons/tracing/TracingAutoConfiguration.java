package io.flashsale.commons.tracing;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SdkTracerProviderBuilder;
import io.opentelemetry.sdk.trace.SpanLimits;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.util.UriUtils;
import tools.jackson.databind.json.JsonMapper;

/**
 * Lets a service that has Redis follow clicks, and find their journeys. It configures everything itself: Boot's own
 * configuration would make a span of each HTTP request, of which there are twenty thousand a second. What services ask
 * each other and MySQL for followed clicks becomes spans by {@link JointWork}, {@link ServerSpans} and MySQL's driver.
 */
@AutoConfiguration
@ConditionalOnClass(RedissonClient.class)
@EnableConfigurationProperties(TracingProperties.class)
public class TracingAutoConfiguration {

    /** Soon enough for a visitor who opens the page after a click. */
    private static final Duration SENT_EVERY = Duration.ofMillis(200);

    /** The limit when the service stops. */
    private static final int SENT_WITHIN_SECONDS = 2;

    @Bean
    JourneyStore journeyStore(ObjectProvider<RedissonClient> redis, JsonMapper json) {
        return new JourneyStore(redis::getObject, json);
    }

    @Bean
    OrderTrace orderTrace(
            TracingProperties properties,
            JourneyStore journeys,
            ObjectProvider<RedissonClient> redis,
            @Value("${spring.application.name:flash-sale}") String service,
            @Value("${otel.resource.attributes:}") String attributes) {
        if (properties.sampling() == 0) {
            return OrderTrace.OFF;
        }
        var _ = redis.getIfAvailable(); // from here on Redis closes after this bean, and takes the last stops
        SdkTracerProvider spans = spans(properties, journeys, service, attributes);
        return new OrderTrace(
                new OtelTracer(spans.get("io.flashsale"), new OtelCurrentTraceContext(), event -> {}),
                new Sampling(
                        properties.sampling(), properties.maxPerSecond(), properties.maxPerHour(), System::nanoTime),
                () -> spans.shutdown().join(SENT_WITHIN_SECONDS, TimeUnit.SECONDS));
    }

    private static SdkTracerProvider spans(
            TracingProperties properties, JourneyStore journeys, String service, String attributes) {
        Resource resource = resource(service, attributes);
        SdkTracerProviderBuilder spans = SdkTracerProvider.builder()
                .setSampler(Sampler.alwaysOn()) // only clicks that were already selected become spans
                .setResource(resource)
                .addSpanProcessor(BatchSpanProcessor.builder(new JourneyExporter(journeys, service))
                        .setScheduleDelay(SENT_EVERY)
                        .build());
        if (properties.otlpEndpoint() != null) {
            SpanProcessor collector = BatchSpanProcessor.builder(OtlpHttpSpanExporter.builder()
                            .setEndpoint(properties.otlpEndpoint().toString())
                            .build())
                    .build();
            spans.addSpanProcessor(collector);
            offerToTheDriver(resource, collector);
        }
        return spans.build();
    }

    /**
     * MySQL's driver asks the process for its tracer. This one makes spans only below the current span of a thread, which
     * only work for followed clicks has. It drops links, since the driver links each statement with the opening of its
     * connection, which is no span here.
     */
    private static void offerToTheDriver(Resource resource, SpanProcessor collector) {
        if (GlobalOpenTelemetry.isSet()) {
            return; // a process has one; tests start several services
        }
        SdkTracerProvider statements = SdkTracerProvider.builder()
                .setSampler(Sampler.parentBased(Sampler.alwaysOff()))
                .setSpanLimits(SpanLimits.builder().setMaxNumberOfLinks(0).build())
                .setResource(resource)
                .addSpanProcessor(collector)
                .build();
        GlobalOpenTelemetry.set(
                OpenTelemetrySdk.builder().setTracerProvider(statements).build());
    }

    /** Only for services with their own database. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "com.zaxxer.hikari.HikariDataSource")
    static class StatementSpans {

        /** Switches on the spans of the driver, which defaults/database.yaml switches off, if a collector takes them. */
        @Bean
        static BeanPostProcessor poolsWithSpans(
                ObjectProvider<TracingProperties> properties, ObjectProvider<OrderTrace> trace) {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessBeforeInitialization(Object bean, String name) {
                    if (bean instanceof HikariDataSource pool
                            && properties.getObject().areForACollector()) {
                        var _ = trace.getObject(); // each connection asks for its tracer when it is opened
                        pool.addDataSourceProperty("openTelemetry", "PREFERRED");
                    }
                    return bean;
                }
            };
        }
    }

    /**
     * Describes this process to the collector.
     *
     * @param attributes {@code OTEL_RESOURCE_ATTRIBUTES} of OpenTelemetry's specification: {@code name=value} with
     *     percent-encoded values, separated by commas
     */
    private static Resource resource(String service, String attributes) {
        AttributesBuilder described = Attributes.builder().put("service.name", service);
        for (String attribute : attributes.split(",")) {
            int equals = attribute.indexOf('=');
            if (equals > 0) {
                String value = UriUtils.decode(attribute.substring(equals + 1).strip(), StandardCharsets.UTF_8);
                described.put(attribute.substring(0, equals).strip(), value);
            }
        }
        return Resource.getDefault().merge(Resource.create(described.build()));
    }
}
