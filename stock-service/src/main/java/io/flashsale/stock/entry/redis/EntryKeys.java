package io.flashsale.stock.entry.redis;

import io.flashsale.admission.redis.StockGateKeys;
import io.flashsale.contracts.campaign.CampaignKind;
import java.util.List;

/** What the entry of one sale is called in Redis; all of it beside the sale's gate, and so in its shard. */
public record EntryKeys(String gate) {

    private static final StockGateKeys GATES = new StockGateKeys(CampaignKind.SALE);

    public static EntryKeys of(long saleId) {
        return new EntryKeys(GATES.gate(saleId));
    }

    /** Hash, of no sale: what each instance of this service has had to do. */
    public static String strain() {
        return CampaignKind.SALE + ":entry:strain";
    }

    /** The hash tag of all these: what has the same one is on the same Redis. */
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

    /** Numbers that were put back after their places had been passed over, until their turns begin. */
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

    /** How many accounts were given numbers for which they had to work, or might have had to, by network. */
    public String networks() {
        return entry() + ":networks";
    }

    /** How many wrong proofs of work each account has shown. */
    public String wrongProofs() {
        return entry() + ":wrong-proofs";
    }

    /** Who was held up of late. */
    public String refusals() {
        return entry() + ":refusals";
    }

    /** Until when whom the gate refuses because of unpaid orders. */
    public String barred() {
        return gate + ":barred";
    }

    /** The gate, then all that a rebuild forgets. */
    public List<Object> ofClearing() {
        return List.of(gate, entry(), numbers(), turns(), putBack(), tickets(), issued(), used());
    }

    /** The gate, then all that the entry consists of. */
    public List<Object> ofStep() {
        return List.of(gate, entry(), turns(), tickets(), putBack(), numbers(), issued(), used(), log(), networks());
    }
}
