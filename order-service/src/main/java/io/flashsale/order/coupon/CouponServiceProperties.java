package io.flashsale.order.coupon;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Where coupon-service is.
 *
 * @param couponUrl base URL of coupon-service; without it nobody can pay with a coupon
 */
@ConfigurationProperties("flashsale.services")
record CouponServiceProperties(@Nullable URI couponUrl) {}
