# Run once by the MySQL image, when its volume is empty. A schema and a user for each service, which can do nothing elsewhere,
# and the auditor, who reads. The tables are made by the services (Flyway, from sql/).
mysql --user=root --password="$MYSQL_ROOT_PASSWORD" <<SQL
CREATE DATABASE flashsale_stock CHARACTER SET utf8mb4;
CREATE DATABASE flashsale_order CHARACTER SET utf8mb4;
CREATE DATABASE flashsale_coupon CHARACTER SET utf8mb4;
CREATE USER 'flashsale_stock'@'%' IDENTIFIED BY '$MYSQL_STOCK_PASSWORD';
CREATE USER 'flashsale_order'@'%' IDENTIFIED BY '$MYSQL_ORDER_PASSWORD';
CREATE USER 'flashsale_coupon'@'%' IDENTIFIED BY '$MYSQL_COUPON_PASSWORD';
CREATE USER 'flashsale_auditor'@'%' IDENTIFIED BY '$MYSQL_AUDITOR_PASSWORD';
GRANT ALL PRIVILEGES ON \`flashsale\\_stock\`.* TO 'flashsale_stock'@'%';
GRANT ALL PRIVILEGES ON \`flashsale\\_order\`.* TO 'flashsale_order'@'%';
GRANT ALL PRIVILEGES ON \`flashsale\\_coupon\`.* TO 'flashsale_coupon'@'%';
GRANT SELECT ON \`flashsale\\_stock\`.* TO 'flashsale_auditor'@'%';
GRANT SELECT ON \`flashsale\\_order\`.* TO 'flashsale_auditor'@'%';
GRANT SELECT ON \`flashsale\\_coupon\`.* TO 'flashsale_auditor'@'%';
SQL
