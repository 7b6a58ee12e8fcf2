package io.flashsale.admission.spring.reconciliation;

import java.util.Map;

/** What the database has of the campaigns of a service. One bean a service. */
public interface CampaignLedger {

    /**
     * A campaign, or one of its buckets, at one moment.
     *
     * @param total units ever put on offer there
     * @param available units that nobody has
     * @param held units that somebody has
     * @param moved units that came from other buckets, less those that went there
     */
    record Levels(long total, long available, long held, long moved) {

        /** Of a campaign that has one bucket. */
        public Levels(long total, long available, long held) {
            this(total, available, held, 0);
        }
    }

    /** Reads what is behind a gate, of a campaign that exists, while nobody can change what it reads. */
    Levels levels(long gateId);

    /** The topics by which units come back, keyed by campaign, each with the consumer group that gives them back. */
    default Map<String, String> returns() {
        return Map.of();
    }
}
