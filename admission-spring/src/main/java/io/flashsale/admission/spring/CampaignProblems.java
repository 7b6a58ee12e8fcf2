package io.flashsale.admission.spring;

import io.flashsale.contracts.problem.ProblemType;

/**
 * What refusals of one type of campaign are called; what is sold out is {@link ProblemType#SOLD_OUT} for all.
 *
 * @param alreadyHolding the user has as many units as one may have; also the tag of this outcome in the metrics
 * @param heldId the property that names one reservation which the user has
 */
public record CampaignProblems(
        ProblemType alreadyHolding,
        String heldId,
        ProblemType notOpen,
        ProblemType ended,
        ProblemType notFound,
        ProblemType warmingUp) {}
