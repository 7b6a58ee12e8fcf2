-- The earlier tables have the character set of their database, which may know no Chinese.
ALTER TABLE naive_sale MODIFY COLUMN title VARCHAR(120) CHARACTER SET utf8mb4 NOT NULL;
ALTER TABLE lab_run
    MODIFY COLUMN fault VARCHAR(500) CHARACTER SET utf8mb4 NULL,
    MODIFY COLUMN report MEDIUMTEXT CHARACTER SET utf8mb4 NULL;
