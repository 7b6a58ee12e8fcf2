package io.flashsale.admission.spring;

import io.flashsale.contracts.problem.ProblemType;

/**
 * The names of refusals of one type of campaign; {@link ProblemType#SOLD_OUT} is the same for all.
 *
 * @param alreadyHolding the user has as many units as allowed; also the tag of this outcome in the metrics
 * @param heldId the property that names one reservation of the user
 */
public record CampaignProblems(
        ProblemType alreadyHolding,
        String heldId,
        ProblemType notOpen,
        ProblemType ended,
        ProblemType notFound,
        ProblemType warmingUp) {}
