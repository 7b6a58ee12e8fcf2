package io.flashsale.locklab.naive;

import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Component;

/** The statements of the naive path. Each commits by itself. */
@Component
class NaiveTable {

    private final JdbcClient jdbc;

    NaiveTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    long create(String title, long priceCents, long initialStock) {
        GeneratedKeyHolder id = new GeneratedKeyHolder();
        jdbc.sql("INSERT INTO naive_sale (title, price_cents, initial_stock, stock) VALUES (?, ?, ?, ?)")
                .params(title, priceCents, initialStock, initialStock)
                .update(id);
        return Objects.requireNonNull(id.getKey()).longValue();
    }

    Optional<NaiveSale> find(long id) {
        return jdbc.sql("SELECT id, title, price_cents, initial_stock, stock FROM naive_sale WHERE id = ?")
                .param(id)
                .query((row, number) -> new NaiveSale(
                        row.getLong("id"),
                        row.getString("title"),
                        row.getLong("price_cents"),
                        row.getLong("initial_stock"),
                        row.getLong("stock")))
                .optional();
    }

    long price(long saleId) {
        return jdbc.sql("SELECT price_cents FROM naive_sale WHERE id = ?")
                .param(saleId)
                .query(Long.class)
                .single();
    }

    Optional<Long> orderOf(long saleId, long userId) {
        return jdbc.sql("SELECT id FROM naive_order WHERE sale_id = ? AND user_id = ? ORDER BY id LIMIT 1")
                .params(saleId, userId)
                .query(Long.class)
                .optional();
    }

    /** Overwrites the stock, whatever its present value. */
    void setStock(long saleId, long stock) {
        jdbc.sql("UPDATE naive_sale SET stock = ? WHERE id = ?")
                .params(stock, saleId)
                .update();
    }

    long insertOrder(long saleId, long userId) {
        GeneratedKeyHolder id = new GeneratedKeyHolder();
        jdbc.sql("INSERT INTO naive_order (sale_id, user_id) VALUES (?, ?)")
                .params(saleId, userId)
                .update(id);
        return Objects.requireNonNull(id.getKey()).longValue();
    }
}
