package io.flashsale.stock.catalogue;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.annotation.Version;
import io.flashsale.entry.sale.EntryMode;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row of {@code sale} to be written; {@link SaleWithStock} is what is read. */
@TableName("sale")
class Sale {

    @TableId(type = IdType.ASSIGN_ID)
    private @Nullable Long id;

    private long productId;
    private String title = "";
    private long priceCents;
    private long listPriceCents;
    private Instant opensAt = Instant.MIN;
    private Instant closesAt = Instant.MAX;
    private EntryMode entryMode = EntryMode.OPEN;
    private int entryRate = SaleEntry.DEFAULT_RATE;
    private int entryDifficulty;
    private int buckets = 1;
    private int purchaseLimit = 1;
    private @Nullable Long familyId;
    private @Nullable String variant;

    /** MyBatis-Plus compares and raises it with every update; {@link SaleMapper#raiseRevision} then makes it unique. */
    @Version
    private long revision = 1;

    /** For MyBatis. */
    Sale() {}

    Sale(long productId, SaleDetails details, int buckets) {
        this.productId = productId;
        this.buckets = buckets;
        describe(details);
    }

    /** One of the variants of a family. */
    Sale(long id, long familyId, String variant, long productId, SaleDetails details) {
        this(productId, details, 1);
        this.id = id;
        this.familyId = familyId;
        this.variant = variant;
    }

    final void describe(SaleDetails details) {
        title = details.title();
        priceCents = details.priceCents();
        listPriceCents = details.listPriceCents();
        opensAt = details.opensAt();
        closesAt = details.closesAt();
        entryMode = details.entry().mode();
        entryRate = details.entry().rate();
        entryDifficulty = details.entry().difficulty();
        purchaseLimit = details.purchaseLimit();
    }

    long id() {
        return Objects.requireNonNull(id, "not stored yet");
    }

    /** Never changes after the sale was made. */
    int buckets() {
        return buckets;
    }

    /** The first of the sales that are variants of each other; null if this is none of any. */
    @Nullable
    Long familyId() {
        return familyId;
    }

    long revision() {
        return revision;
    }

    SaleDetails details() {
        return new SaleDetails(
                title,
                priceCents,
                listPriceCents,
                opensAt,
                closesAt,
                new SaleEntry(entryMode, entryRate, entryDifficulty),
                purchaseLimit);
    }
}
