package io.flashsale.admission.spring;

/** A campaign was committed; nobody can have reserved in it yet. Published in this process only. */
public record CampaignCreated(long campaignId) {}
