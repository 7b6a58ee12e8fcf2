-- The earlier tables have the character set of their database, which may know no Chinese.
ALTER TABLE coupon_template MODIFY COLUMN title VARCHAR(120) CHARACTER SET utf8mb4 NOT NULL;
