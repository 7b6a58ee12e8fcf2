package io.flashsale.order.journey;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What journeys show.
 *
 * @param detailsForShoppers whether shoppers see table rows, Redis keys and other details of their own orders, as
 *     administrators do of all orders; if false, they see only the stops and their times
 */
@ConfigurationProperties("flashsale.journey")
record JourneyProperties(@DefaultValue("false") boolean detailsForShoppers) {}
