package io.flashsale.order.journey;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What is shown of journeys.
 *
 * @param detailsForShoppers whether they see rows of tables, keys of Redis and what else was written at each stop, of their own
 *     orders, as administrators do of all; if not, they see where their click came by, and when
 */
@ConfigurationProperties("flashsale.journey")
record JourneyProperties(@DefaultValue("false") boolean detailsForShoppers) {}
