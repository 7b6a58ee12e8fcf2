-- The earlier tables have the character set of their database, which may know no Chinese.
ALTER TABLE product
    MODIFY COLUMN name VARCHAR(120) CHARACTER SET utf8mb4 NOT NULL,
    MODIFY COLUMN description VARCHAR(2000) CHARACTER SET utf8mb4 NOT NULL,
    MODIFY COLUMN image_url VARCHAR(300) CHARACTER SET utf8mb4 NOT NULL;
ALTER TABLE sale MODIFY COLUMN title VARCHAR(120) CHARACTER SET utf8mb4 NOT NULL;
