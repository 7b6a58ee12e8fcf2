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
 * @param couponUrl base URL of coupon-service, of several instances all, separated by commas; without it nobody can pay with a coupon
 * @param couponAnswerTimeout after which a call to coupon-service counts as unanswered. A shopper waits for it; on top of it comes
 *     what stock-service takes to name a sale's product
 */
@ConfigurationProperties("flashsale.services")
record CouponServiceProperties(
        @Nullable List<URI> couponUrl, @DefaultValue("2s") Duration couponAnswerTimeout) {}
