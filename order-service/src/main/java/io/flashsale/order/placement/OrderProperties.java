package io.flashsale.order.placement;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/** @param paymentWindow how long after placement an order may be paid */
@Validated
@ConfigurationProperties("flashsale.orders")
record OrderProperties(
        @DefaultValue("15m") @DurationMin(millis = 1) Duration paymentWindow) {}
