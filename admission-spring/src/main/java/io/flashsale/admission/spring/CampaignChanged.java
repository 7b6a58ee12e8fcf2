package io.flashsale.admission.spring;

/** A campaign's details or its stock were changed, and that is committed. Published in this process only. */
public record CampaignChanged(long campaignId) {}
