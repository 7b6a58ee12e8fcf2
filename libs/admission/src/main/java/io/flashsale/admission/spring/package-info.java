/**
 * The code around {@link io.flashsale.admission} that all admitting services share: beans, background work,
 * readiness, metrics and HTTP answers.
 *
 * <p>A service declares the properties of its campaigns ({@link io.flashsale.admission.spring.CampaignType}), says
 * where they are ({@link io.flashsale.admission.StockGateWarmUp.Campaigns}) and what the database has of them ({@link
 * io.flashsale.admission.spring.reconciliation.CampaignLedger}), and imports
 * {@link io.flashsale.admission.spring.AdmissionConfiguration}.
 */
@NullMarked
package io.flashsale.admission.spring;

import org.jspecify.annotations.NullMarked;
