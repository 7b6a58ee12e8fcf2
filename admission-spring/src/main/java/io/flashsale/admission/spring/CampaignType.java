package io.flashsale.admission.spring;

import io.flashsale.admission.ReservationGroup;
import java.util.function.Function;

/**
 * What is special about the campaigns of a service.
 *
 * @param kind as the names of their keys in Redis call them, see {@link
 *     io.flashsale.contracts.campaign.CampaignKind}
 * @param topic where reservations go, keyed by campaign, so that one partition has one campaign in order
 * @param consumerGroup a reservation is in the database once this group has committed its offset
 * @param message what is sent for a group of reservations, as JSON
 * @param problems its refusals by HTTP
 */
public record CampaignType(
        String kind,
        String topic,
        String consumerGroup,
        Function<ReservationGroup, Object> message,
        CampaignMeters meters,
        CampaignProblems problems) {}
