package io.flashsale.admission.spring;

/**
 * The names of the metrics of one type of campaign.
 *
 * @param requests answers to requests for a reservation, by outcome
 * @param shed requests that gateways refused because too many waited, as they tell
 * @param deferred reservations left to the relay; Kafka had not acknowledged them in time
 * @param relayed reservations that the relay sent; the request could not
 * @param outbox groups of reservations not known to be in Kafka
 * @param outboxAge age of the oldest of them; in seconds
 * @param lag messages in Kafka that are not processed yet
 * @param drifted campaigns in which Redis and the database differ
 * @param cold campaigns whose gate is missing or being rebuilt; they admit nobody
 */
public record CampaignMeters(
        String requests,
        String shed,
        String deferred,
        String relayed,
        String outbox,
        String outboxAge,
        String lag,
        String drifted,
        String cold) {}
