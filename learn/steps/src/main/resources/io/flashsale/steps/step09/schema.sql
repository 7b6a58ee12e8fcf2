CREATE TABLE IF NOT EXISTS stock (
    id BIGINT PRIMARY KEY,
    available INT NOT NULL
);

CREATE TABLE IF NOT EXISTS orders (
    id BIGINT AUTO_INCREMENT PRIMARY KEY,
    user_id VARCHAR(50) NOT NULL,
    UNIQUE KEY one_order_per_user (user_id)
);

INSERT IGNORE INTO stock (id, available) VALUES (1, 5);
