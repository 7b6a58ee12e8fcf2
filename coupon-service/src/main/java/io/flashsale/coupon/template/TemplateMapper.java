package io.flashsale.coupon.template;

import static io.flashsale.commons.sql.InIds.IN_IDS;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import io.flashsale.commons.sql.NextRevision;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

/** The rows of {@code coupon_template} and {@code coupon_scope}. */
@Mapper
interface TemplateMapper extends BaseMapper<Template> {

    String TEMPLATES = """
            SELECT t.id, t.title, t.kind, t.amount_cents, t.percent, t.cap_cents, t.threshold_cents, t.quantity,
                   t.per_person, t.opens_at, t.closes_at, t.valid_from, t.valid_until, t.claimed, t.revision, t.version,
                   (SELECT GROUP_CONCAT(s.target_id) FROM coupon_scope s
                    WHERE s.template_id = t.id AND s.kind = 'SALE') AS sale_ids,
                   (SELECT GROUP_CONCAT(s.target_id) FROM coupon_scope s
                    WHERE s.template_id = t.id AND s.kind = 'PRODUCT') AS product_ids
            FROM coupon_template t
            """;

    /** A sale or product that a template is limited to. */
    record Scope(long templateId, String kind, long targetId) {}

    @Select(TEMPLATES + "WHERE t.id = #{id}")
    Optional<TemplateRow> find(long id);

    /** Reads the row and locks it until the transaction ends. */
    @Select(TEMPLATES + "WHERE t.id = #{id} FOR UPDATE")
    Optional<TemplateRow> lock(long id);

    /** Returns those templates that exist. Pass at least one id. */
    @Select("<script>" + TEMPLATES + "WHERE t.id " + IN_IDS + "</script>")
    List<TemplateRow> findAll(Collection<? extends Long> ids);

    /** Returns those that close last. */
    @Select(TEMPLATES + "WHERE t.closes_at > #{moment} ORDER BY t.closes_at DESC, t.id DESC LIMIT #{max}")
    List<TemplateRow> closingLast(Instant moment, int max);

    /** Returns those that close next: later than this moment, or at it with a higher id. */
    @Select(TEMPLATES + """
            WHERE t.closes_at >= #{moment} AND (t.closes_at > #{moment} OR t.id > #{id})
            ORDER BY t.closes_at, t.id LIMIT #{max}
            """)
    List<TemplateRow> closingAfter(Instant moment, long id, int max);

    /** Adds claimed coupons. Returns 1 if enough are left and the row still has {@code version}, else 0. */
    @Update("""
            UPDATE coupon_template SET claimed = claimed + #{coupons}, version = version + 1
            WHERE id = #{id} AND version = #{version} AND claimed + #{coupons} <= quantity
            """)
    int claim(long id, long version, int coupons);

    /** Gives the template a revision that it never had, see {@link NextRevision}. */
    @Update("UPDATE coupon_template SET revision = " + NextRevision.SQL + " WHERE id = #{id}")
    void raiseRevision(long id);

    @Insert("""
            INSERT INTO coupon_scope (template_id, kind, target_id) VALUES (#{templateId}, #{kind}, #{targetId})
            """)
    void insertScope(Scope scope);
}
