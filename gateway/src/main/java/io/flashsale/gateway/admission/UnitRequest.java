package io.flashsale.gateway.admission;

import io.flashsale.commons.security.Shopper;

/** A verified shopper asks for a unit of a campaign. */
record UnitRequest(AdmissionTarget target, long campaignId, Shopper shopper) {}
