# Run once by the MySQL image, when its volume is empty. A schema and a user for each service, which can do nothing elsewhere,
# and the auditor, who reads the tables of which it checks something: not the accounts, say, with the hashes of their passwords.
# The tables are made by the services (Flyway, from sql/). On one that is not there yet MySQL grants something only together with
# CREATE, which is taken back at once.
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
GRANT CREATE, SELECT ON flashsale_stock.sale TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_stock.sale FROM 'flashsale_auditor'@'%';
GRANT CREATE, SELECT ON flashsale_stock.stock TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_stock.stock FROM 'flashsale_auditor'@'%';
GRANT CREATE, SELECT ON flashsale_stock.stock_flow TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_stock.stock_flow FROM 'flashsale_auditor'@'%';
GRANT CREATE, SELECT ON flashsale_stock.stock_move TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_stock.stock_move FROM 'flashsale_auditor'@'%';
GRANT CREATE, SELECT ON flashsale_stock.entry TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_stock.entry FROM 'flashsale_auditor'@'%';
GRANT CREATE, SELECT ON flashsale_order.orders TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_order.orders FROM 'flashsale_auditor'@'%';
GRANT CREATE, SELECT ON flashsale_order.order_coupon TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_order.order_coupon FROM 'flashsale_auditor'@'%';
GRANT CREATE, SELECT ON flashsale_order.outbox TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_order.outbox FROM 'flashsale_auditor'@'%';
GRANT CREATE, SELECT ON flashsale_order.charge TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_order.charge FROM 'flashsale_auditor'@'%';
GRANT CREATE, SELECT ON flashsale_order.refund TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_order.refund FROM 'flashsale_auditor'@'%';
GRANT CREATE, SELECT ON flashsale_order.mock_provider_charge TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_order.mock_provider_charge FROM 'flashsale_auditor'@'%';
GRANT CREATE, SELECT ON flashsale_order.mock_provider_refund TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_order.mock_provider_refund FROM 'flashsale_auditor'@'%';
GRANT CREATE, SELECT ON flashsale_coupon.coupon_template TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_coupon.coupon_template FROM 'flashsale_auditor'@'%';
GRANT CREATE, SELECT ON flashsale_coupon.coupon TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_coupon.coupon FROM 'flashsale_auditor'@'%';
GRANT CREATE, SELECT ON flashsale_coupon.coupon_flow TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_coupon.coupon_flow FROM 'flashsale_auditor'@'%';
SQL
