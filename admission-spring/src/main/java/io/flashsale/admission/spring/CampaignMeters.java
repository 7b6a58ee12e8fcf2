package io.flashsale.admission.spring;

/**
 * The names of the metrics of one type of campaign.
 *
 * @param requests answers to requests for a reservation, by outcome
 * @param shed those that gateways refused because too many waited, as they tell
 * @param deferred reservations left to the relay, because Kafka had not acknowledged them in time
 * @param relayed reservations that the relay sent, because the request could not
 * @param outbox groups of reservations that Kafka is not known to have
 * @param outboxAge seconds since the oldest of them was admitted
 * @param lag messages in Kafka that have not been dealt with
 * @param drifted campaigns in which Redis and the database differ
 * @param cold campaigns whose gate is missing or being rebuilt, so that they admit nobody
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
