package io.flashsale.stock.reservation;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.flashsale.admission.ReservationGroup;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.UserReservation;
import io.flashsale.admission.bucket.BucketMoves;
import io.flashsale.admission.bucket.BucketRefills;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.admission.spring.AdmissionConfiguration;
import io.flashsale.admission.spring.CampaignMeters;
import io.flashsale.admission.spring.CampaignType;
import io.flashsale.contracts.campaign.CampaignKind;
import io.flashsale.contracts.problem.RefusalReason;
import io.flashsale.contracts.reservation.SaleTerms;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.json.JsonMapper;

/** Makes the sales of this service its campaigns; a reservation becomes an order under the same id. */
@Configuration(proxyBeanMethods = false)
@Import(AdmissionConfiguration.class)
class ReservationConfiguration {

    @Bean
    CampaignType sales(JsonMapper json) {
        // All reservations of a sale carry the same text of its terms.
        LoadingCache<String, SaleTerms> terms =
                Caffeine.newBuilder().maximumSize(1_000).build(text -> json.readValue(text, SaleTerms.class));
        return new CampaignType(
                CampaignKind.SALE,
                StockReserved.TOPIC,
                StockReserved.PLACEMENT_GROUP,
                group -> message(group, terms.get(group.terms())),
                new CampaignMeters(
                        "flashsale.reservations",
                        "flashsale.reservations.shed",
                        "flashsale.reservations.deferred",
                        "flashsale.reservations.relayed",
                        "flashsale.reservations.outbox",
                        "flashsale.reservations.outbox.age.seconds",
                        "flashsale.reservations.lag",
                        "flashsale.reconciliation.drifted.sales",
                        "flashsale.reconciliation.cold.sales"),
                RefusalReason.Campaign.SALE,
                "orderId");
    }

    /** Supplies an empty bucket of a sale from the others. */
    @Bean
    BucketRefills bucketRefills(StockGates gates, BucketMoves moves, MeterRegistry meters) {
        BucketRefills refills = new BucketRefills(gates, moves);
        FunctionCounter.builder("flashsale.buckets.moves", refills, BucketRefills::moves)
                .description("times that units were moved to a bucket of a sale that was empty")
                .register(meters);
        FunctionCounter.builder("flashsale.buckets.moved.units", refills, BucketRefills::movedUnits)
                .description("units that were moved to a bucket of a sale that was empty")
                .register(meters);
        return refills;
    }

    private static StockReservedGroup message(ReservationGroup group, SaleTerms terms) {
        List<StockReservedGroup.Line> orders = group.reservations().stream()
                .map(reservation -> new StockReservedGroup.Line(
                        reservation.id(),
                        reservation.userId(),
                        reservation.correlationId().isEmpty() ? null : reservation.correlationId(),
                        reservation.ticket() == UserReservation.NO_TICKET ? null : reservation.ticket()))
                .toList();
        int bucket = Buckets.bucketOf(group.campaignId());
        return new StockReservedGroup(
                Buckets.campaignOf(group.campaignId()), terms, group.admittedAt(), orders, bucket == 0 ? null : bucket);
    }
}
