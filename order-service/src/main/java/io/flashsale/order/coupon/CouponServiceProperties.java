package io.flashsale.order.coupon;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where coupon-service is.
 *
 * @param couponUrl base URLs of coupon-service's instances, separated by commas; if empty, nobody can pay with a
 *     coupon
 * @param couponAnswerTimeout after which a call to coupon-service counts as unanswered. The shopper waits for it,
 *     after stock-service has named the sale's product
 */
@ConfigurationProperties("flashsale.services")
record CouponServiceProperties(
        @Nullable List<URI> couponUrl, @DefaultValue("2s") Duration couponAnswerTimeout) {}
