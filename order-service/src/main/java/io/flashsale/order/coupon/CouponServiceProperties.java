package io.flashsale.order.coupon;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Where coupon-service is.
 *
 * @param couponUrl base URL of coupon-service, of several instances all, separated by commas; without it nobody can pay with a coupon
 */
@ConfigurationProperties("flashsale.services")
record CouponServiceProperties(@Nullable List<URI> couponUrl) {}
