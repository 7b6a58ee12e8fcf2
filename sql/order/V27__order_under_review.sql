-- Accepted orders that became dead letters. An administrator replays or rejects each, and then it has a row in orders:
-- those without one are under review. Rows stay, as the letters do. Times are UTC, by the clock of the database.
CREATE TABLE order_under_review (
    order_id    BIGINT        NOT NULL,
    sale_id     BIGINT        NOT NULL,
    user_id     BIGINT        NOT NULL,
    title       VARCHAR(500)  NOT NULL,
    image_url   VARCHAR(1000) NOT NULL,
    price_cents BIGINT        NOT NULL,
    since       DATETIME(3)   NOT NULL,
    PRIMARY KEY (order_id),
    KEY order_under_review_of_user (user_id, since, order_id),
    KEY order_under_review_of_sale (sale_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
