package io.flashsale.order.ordering;

import static io.flashsale.commons.sql.InIds.IN_IDS;

import io.flashsale.contracts.reservation.StockReserved;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;

/** Table {@code order_under_review}. An order is under review as long as it has a row there and none in {@code orders}. */
@Mapper
public interface ReviewMapper {

    String UNDER_REVIEW = """
            SELECT r.order_id AS id, r.sale_id, r.user_id, r.title, r.image_url, r.price_cents, r.since
            FROM order_under_review r LEFT JOIN orders o ON o.id = r.order_id WHERE o.id IS NULL AND
            """;

    /** Adds an order that becomes a dead letter. Adding it again changes nothing. */
    @Insert("""
            INSERT IGNORE INTO order_under_review (order_id, sale_id, user_id, title, image_url, price_cents, since)
            VALUES (#{orderId}, #{saleId}, #{userId}, #{terms.title}, #{terms.imageUrl}, #{terms.priceCents},
                    UTC_TIMESTAMP(3))
            """)
    void add(StockReserved reservation);

    @Select(UNDER_REVIEW + "r.order_id = #{id}")
    Optional<OrderUnderReview> find(long id);

    /** Whether the order is, or was, under review. */
    @Select("SELECT EXISTS (SELECT 1 FROM order_under_review WHERE order_id = #{id})")
    boolean isNoted(long id);

    /** @param ids at least one */
    @Select("<script>" + UNDER_REVIEW + "r.order_id " + IN_IDS + "</script>")
    List<OrderUnderReview> findAll(Collection<Long> ids);

    /** A shopper's orders under review, newest first. */
    @Select(UNDER_REVIEW
            + "r.user_id = #{userId} ORDER BY r.since DESC, r.order_id DESC LIMIT #{limit} OFFSET #{offset}")
    List<OrderUnderReview> ofUser(long userId, long offset, int limit);

    @Select("""
            SELECT COUNT(*) FROM order_under_review r LEFT JOIN orders o ON o.id = r.order_id
            WHERE o.id IS NULL AND r.user_id = #{userId}
            """)
    long countOfUser(long userId);
}
