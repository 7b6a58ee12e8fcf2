/**
 * What each service that admits has around {@link io.flashsale.admission}: beans, background work, readiness, metrics
 * and HTTP answers. A service declares what is special about its campaigns ({@link
 * io.flashsale.admission.spring.CampaignType}), says where they are ({@link
 * io.flashsale.admission.StockGateWarmUp.Campaigns}) and what the database has of them ({@link
 * io.flashsale.admission.spring.reconciliation.CampaignLedger}), and imports {@link
 * io.flashsale.admission.spring.AdmissionConfiguration}.
 */
@NullMarked
package io.flashsale.admission.spring;

import org.jspecify.annotations.NullMarked;
