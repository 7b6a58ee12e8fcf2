package io.flashsale.admission.spring;

import io.flashsale.admission.ReservationGroup;
import io.flashsale.contracts.problem.RefusalReason;
import java.util.function.Function;

/**
 * The properties of one service's campaigns.
 *
 * @param kind as the names of their keys in Redis call them, see {@link io.flashsale.contracts.campaign.CampaignKind}
 * @param topic of the reservations, keyed by campaign: so one partition has one campaign in order
 * @param consumerGroup its committed offset tells which reservations are in the database
 * @param message for a group of reservations, as JSON
 * @param refusals which problems its refusals are
 * @param heldId the property of a refusal that names one reservation of the user
 */
public record CampaignType(
        String kind,
        String topic,
        String consumerGroup,
        Function<ReservationGroup, Object> message,
        CampaignMeters meters,
        RefusalReason.Campaign refusals,
        String heldId) {}
