package io.flashsale.stock.catalogue;

import static io.flashsale.commons.sql.InIds.IN_IDS;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import io.flashsale.commons.sql.NextRevision;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.jspecify.annotations.Nullable;

@Mapper
interface SaleMapper extends BaseMapper<Sale> {

    String SALE_WITH_BUCKET = """
            SELECT s.id, s.product_id, p.name AS product_name, p.description AS product_description, p.image_url,
                   s.title, s.price_cents, s.list_price_cents, s.opens_at, s.closes_at, s.revision,
                   IF(s.buckets = 1, k.initial, (SELECT SUM(b.initial) FROM stock b WHERE b.sale_id = s.id)) AS initial_stock,
                   IF(s.buckets = 1, k.initial + k.added,
                      (SELECT SUM(b.initial + b.added) FROM stock b WHERE b.sale_id = s.id)) AS total_stock,
                   IF(s.buckets = 1, k.available, (SELECT SUM(b.available) FROM stock b WHERE b.sale_id = s.id)) AS available,
                   s.entry_mode, s.entry_rate, s.entry_difficulty, s.buckets, s.purchase_limit, s.called_off,
                   s.waiting_list, s.family_id,
                   s.variant, IF(s.family_id IS NULL, NULL, (SELECT GROUP_CONCAT(f.id ORDER BY f.id SEPARATOR ' ')
                                 FROM sale f WHERE f.family_id = s.family_id)) AS family
            FROM sale s JOIN product p ON p.id = s.product_id JOIN stock k ON k.sale_id = s.id AND k.bucket =
            """;

    String SALE_WITH_STOCK = SALE_WITH_BUCKET + " 0 ";

    /** The names of 12 variants of 100 characters may need more bytes than MySQL joins by default. */
    String LISTED_SALE = """
            SELECT /*+ SET_VAR(group_concat_max_len = 8192) */ s.id, s.title, p.name AS product_name,
                   IF(s.family_id IS NULL, NULL, (SELECT GROUP_CONCAT(f.variant SEPARATOR '\\n')
                      FROM sale f WHERE f.family_id = s.family_id)) AS variants,
                   s.opens_at, s.closes_at
            FROM sale s JOIN product p ON p.id = s.product_id
            """;

    /** The first variant stands for all of them. */
    String FIRST_OF_FAMILY = " AND (s.family_id IS NULL OR s.family_id = s.id) ";

    String BUCKETS = """
            SELECT sale_id, bucket, initial AS initial_stock, initial + added AS total_stock, available, moved FROM stock
            """;

    @Select(SALE_WITH_STOCK + "WHERE s.id = #{id}")
    @Nullable
    SaleWithStock find(long id);

    /**
     * The existing sales among these.
     *
     * @param ids at least one
     */
    @Select("<script>" + SALE_WITH_STOCK + "WHERE s.id " + IN_IDS + "</script>")
    List<SaleWithStock> findAll(Collection<? extends Long> ids);

    /**
     * Also locks the sale and its stock until the transaction ends. If the stock has several buckets, this locks only
     * the given one, and the units mean nothing: see {@link #lockBucket} and {@link #lockBuckets}.
     */
    @Select(SALE_WITH_BUCKET + " #{bucket} WHERE s.id = #{id} FOR UPDATE")
    @Nullable
    SaleWithStock findAndLock(long id, int bucket);

    /** Waits until no transaction is changing the sale. Returns null if there is no such sale. */
    @Select("SELECT id FROM sale WHERE id = #{id} LOCK IN SHARE MODE")
    @Nullable
    Long awaitChange(long id);

    /** Reads and locks a bucket of the sale until the transaction ends. */
    @Select(BUCKETS + "WHERE sale_id = #{id} AND bucket = #{bucket} FOR UPDATE")
    SaleWithStock.Bucket lockBucket(long id, int bucket);

    /** Reads and locks all buckets of the sale, by their numbers, until the transaction ends. */
    @Select(BUCKETS + "WHERE sale_id = #{id} ORDER BY bucket FOR UPDATE")
    List<SaleWithStock.Bucket> lockBuckets(long id);

    /**
     * All buckets of the sales, by their numbers.
     *
     * @param ids at least one
     */
    @Select("<script>" + BUCKETS + "WHERE sale_id " + IN_IDS + " ORDER BY sale_id, bucket</script>")
    List<SaleWithStock.Bucket> bucketsOf(Collection<Long> ids);

    /** The number of buckets of the sale's stock, which never changes; null if there is no such sale. */
    @Select("SELECT buckets FROM sale WHERE id = #{id}")
    @Nullable
    Integer numberOfBuckets(long id);

    /** The sales that are open or will open, first those that open first. */
    @Select(LISTED_SALE + "WHERE s.closes_at > #{now}" + FIRST_OF_FAMILY + "ORDER BY s.opens_at, s.id LIMIT #{max}")
    List<ListedSale> openingFirst(Instant now, int max);

    /** The sales that closed after one moment and until another, first those that closed last. */
    @Select(LISTED_SALE + """
            WHERE s.closes_at > #{since} AND s.closes_at <= #{until}
            """ + FIRST_OF_FAMILY + "ORDER BY s.closes_at DESC, s.id DESC LIMIT #{max}")
    List<ListedSale> closedLast(Instant since, Instant until, int max);

    /** The sales whose entry mode is not OPEN and that close after this moment. */
    @Select(SALE_WITH_STOCK + "WHERE s.entry_mode <> 'OPEN' AND s.closes_at > #{moment}")
    List<SaleWithStock> withEntry(Instant moment);

    /** The first sales, in the order of closing and then of id, after this moment and id. */
    @Select(SALE_WITH_STOCK + """
            WHERE s.closes_at >= #{moment} AND (s.closes_at > #{moment} OR s.id > #{id})
            ORDER BY s.closes_at, s.id LIMIT #{max}
            """)
    List<SaleWithStock> closingAfter(Instant moment, long id, int max);

    @Insert("INSERT INTO stock (sale_id, bucket, initial, available) VALUES (#{saleId}, #{bucket}, #{units}, #{units})")
    void insertStock(long saleId, int bucket, long units);

    /** Sets the seed of the lottery's draw; a sale that has a seed keeps it. */
    @Insert("INSERT IGNORE INTO entry_lottery (sale_id, seed) VALUES (#{id}, #{seed})")
    void commitToSeed(long id, String seed);

    /** Whether the sale is a lottery whose places are drawn. */
    @Select("SELECT COUNT(*) > 0 FROM entry_lottery WHERE sale_id = #{id} AND size IS NOT NULL")
    boolean isDrawn(long id);

    /** Whether a unit has ever been sold; null if there is no such sale. */
    @Select("SELECT SUM(deducted) > 0 FROM stock WHERE sale_id = #{id}")
    @Nullable
    Boolean hasSold(long id);

    /** Whether the sale may have been open before its opening was moved; null if there is no such sale. */
    @Select("SELECT opened_before FROM sale WHERE id = #{id}")
    @Nullable
    Boolean wasOpenBefore(long id);

    /** Notes for good that the sale may have been open, whatever becomes of its opening. */
    @Update("UPDATE sale SET opened_before = TRUE WHERE id = #{id}")
    void rememberOpen(long id);

    /** Notes for good that the sale was called off. Returns 0 if it was noted before, or there is no such sale. */
    @Update("UPDATE sale SET called_off = TRUE, revision = " + NextRevision.SQL
            + " WHERE id = #{id} AND NOT called_off")
    int noteCalledOff(long id);

    /** Gives the sale a revision that it never had, see {@link NextRevision}. Returns 0 if there is no such sale. */
    @Update("UPDATE sale SET revision = " + NextRevision.SQL + " WHERE id = #{id}")
    int raiseRevision(long id);

    /** The sales of the product that close after this moment. */
    @Select("SELECT id FROM sale WHERE product_id = #{productId} AND closes_at > #{moment} ORDER BY id")
    List<Long> ofProduct(long productId, Instant moment);

    /** Puts units on offer in the bucket, or takes them away if the number is negative; they must be there. */
    @Update("""
            UPDATE stock SET added = added + #{units}, available = available + #{units}, version = version + 1
            WHERE sale_id = #{id} AND bucket = #{bucket}
            """)
    void addStock(long id, int bucket, long units);

    /** The present and earlier prices of the sale; none if there is no such sale. */
    @Select("""
            SELECT price_cents FROM sale WHERE id = #{id}
            UNION SELECT price_cents FROM sale_price WHERE sale_id = #{id}
            """)
    Set<Long> prices(long id);

    /** Notes the price before another one replaces it. */
    @Insert("""
            INSERT INTO sale_price (sale_id, price_cents) VALUES (#{id}, #{priceCents})
            ON DUPLICATE KEY UPDATE price_cents = #{priceCents}
            """)
    void rememberPrice(long id, long priceCents);
}
