package io.flashsale.entry.redis;

import io.flashsale.admission.redis.StockGateKeys;
import io.flashsale.contracts.campaign.CampaignKind;
import java.util.List;

/** The names of the Redis keys of a sale's entry; all are beside the sale's gate, and so in its shard. */
public record EntryKeys(String gate) {

    private static final StockGateKeys GATES = new StockGateKeys(CampaignKind.SALE);

    public static EntryKeys of(long saleId) {
        return new EntryKeys(GATES.gate(saleId));
    }

    /** Hash, not of a sale: the load of each instance of this service. */
    public static String strain() {
        return CampaignKind.SALE + ":entry:strain";
    }

    /** The hash tag of all these keys; keys with the same tag are on the same Redis. */
    public String hashTag() {
        return gate.substring(gate.indexOf('{'), gate.indexOf('}') + 1);
    }

    public String entry() {
        return gate + ":entry";
    }

    public String numbers() {
        return entry() + ":numbers";
    }

    public String turns() {
        return entry() + ":turns";
    }

    /** Numbers that were restored after their places had been passed over, until their turns begin. */
    public String putBack() {
        return entry() + ":put-back";
    }

    public String tickets() {
        return entry() + ":tickets";
    }

    public String issued() {
        return entry() + ":issued";
    }

    public String used() {
        return entry() + ":used";
    }

    public String log() {
        return entry() + ":log";
    }

    /** By network, how many accounts got numbers that needed work, or might have. */
    public String networks() {
        return entry() + ":networks";
    }

    /** By account, how many wrong proofs of work it has shown. */
    public String wrongProofs() {
        return entry() + ":wrong-proofs";
    }

    /** Recent refusals of accounts. */
    public String refusals() {
        return entry() + ":refusals";
    }

    /** Users whom the gate refuses because of unpaid orders, and until when. */
    public String barred() {
        return gate + StockGateKeys.BARRED;
    }

    /** The gate, then all keys that a rebuild forgets. */
    public List<Object> ofClearing() {
        return List.of(gate, entry(), numbers(), turns(), putBack(), tickets(), issued(), used());
    }

    /** The gate, then all keys of the entry. */
    public List<Object> ofStep() {
        return List.of(gate, entry(), turns(), tickets(), putBack(), numbers(), issued(), used(), log(), networks());
    }
}
