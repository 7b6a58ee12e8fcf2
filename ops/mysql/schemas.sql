-- Run once by the MySQL image, when its volume is empty, after it has made the user `flashsale`.
-- The tables are made by the services (Flyway, from sql/).
CREATE DATABASE flashsale_stock CHARACTER SET utf8mb4;
CREATE DATABASE flashsale_order CHARACTER SET utf8mb4;
CREATE DATABASE flashsale_coupon CHARACTER SET utf8mb4;
GRANT ALL PRIVILEGES ON `flashsale\_stock`.* TO 'flashsale'@'%';
GRANT ALL PRIVILEGES ON `flashsale\_order`.* TO 'flashsale'@'%';
GRANT ALL PRIVILEGES ON `flashsale\_coupon`.* TO 'flashsale'@'%';
