package io.flashsale.admission.spring.reconciliation;

import io.flashsale.admission.Campaign;
import java.util.Map;

/** Reads what the database has of a service's campaigns. One bean a service. */
public interface CampaignLedger {

    /**
     * A campaign, or one of its buckets, at one moment.
     *
     * @param campaign what its gate must know: price, window, and units put on offer there
     * @param available units that nobody has
     * @param held units that users have
     * @param moved units that came from other buckets, less those that went there
     */
    record Levels(Campaign campaign, long available, long held, long moved) {}

    /** Reads the levels of an existing gate while nobody can change them. */
    Levels levels(long gateId);

    /** The topics by which units come back, each with its consumer group. They are keyed by campaign. */
    default Map<String, String> returns() {
        return Map.of();
    }
}
