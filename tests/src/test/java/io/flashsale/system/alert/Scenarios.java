package io.flashsale.system.alert;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Set;

/** Maps each alert to its scenario. */
final class Scenarios {

    /** Alerts that the shop cannot bring about. Promtool tests them. */
    static final Set<String> OF_PROMETHEUS_ITSELF = Set.of("ServiceNotScraped", "Watchdog");

    private static final Map<String, AlertScenario> BY_ALERT = Map.ofEntries(
            entry("Oversold", StockScenarios::moreIsOutThanThereEverWas),
            entry("PromisedTooMuch", StockScenarios::redisPromisesWhatMySqlDoesNotHave),
            entry("RedisAndMySqlDiffer", StockScenarios::redisOffersMoreThanMySqlAndNobodyCanBeSure),
            entry("GateCold", StockScenarios::redisLosesAGateWhileOrderServiceHangs),
            entry("OutboxTooOld", QueueScenarios::kafkaHangs),
            entry("PlacementSlow", QueueScenarios::orderServiceHangsForAWhile),
            entry("ConsumersBehind", QueueScenarios::orderServiceHangs),
            entry("DeadLetters", QueueScenarios::somebodySendsWhatNobodyUnderstands),
            entry("RefundsOpen", MoneyScenarios::providerAnswersNoRefund),
            entry("RefundsFailed", MoneyScenarios::providerRefusesARefund),
            entry("ChargesUnsettled", MoneyScenarios::providerHasAChargeOfNoOrder),
            entry("ErrorBudgetBurnsFast", AvailabilityScenarios::couponServiceHangs),
            entry("ErrorBudgetBurnsSlowly", AvailabilityScenarios::couponServiceHangs),
            entry("LatencyBudgetBurnsFast", AvailabilityScenarios::couponServiceStutters),
            entry("LatencyBudgetBurnsSlowly", AvailabilityScenarios::couponServiceStutters),
            entry("InstanceDown", AvailabilityScenarios::couponServiceIsKilled),
            entry("BreakerOpen", AvailabilityScenarios::couponServiceHangs),
            entry("RequestsShed", AvailabilityScenarios::aCrowdWaitsForAStockServiceThatHangs),
            entry("RedisUnreachable", AvailabilityScenarios::redisHangs),
            entry("WaitingRoomStalled", AvailabilityScenarios::mySqlHangsWhileAQueueIsServed));

    private Scenarios() {}

    static Map<String, AlertScenario> byAlert() {
        return BY_ALERT;
    }
}
