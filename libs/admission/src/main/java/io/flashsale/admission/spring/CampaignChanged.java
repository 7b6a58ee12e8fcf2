package io.flashsale.admission.spring;

/** Signals a committed change of a campaign's details or stock. Published in this process only. */
public record CampaignChanged(long campaignId) {}
