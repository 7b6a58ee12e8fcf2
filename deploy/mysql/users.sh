# The MySQL image runs this once, when its volume is empty. Each service gets a schema and a user without rights
# elsewhere. The auditor may read the tables that it checks, but not, say, the accounts with their password hashes.
# The exporter may read figures and the text of running statements, and no table.
# The services create the tables (Flyway, from sql/). MySQL grants rights on a missing table only together with CREATE,
# which this script revokes at once.
: "${MYSQL_EXPORTER_PASSWORD:?set it}"
MYSQL_PWD="$MYSQL_ROOT_PASSWORD" mysql --user=root <<SQL
CREATE DATABASE flashsale_stock CHARACTER SET utf8mb4;
CREATE DATABASE flashsale_order CHARACTER SET utf8mb4;
CREATE DATABASE flashsale_coupon CHARACTER SET utf8mb4;
CREATE USER 'flashsale_stock'@'%' IDENTIFIED BY '$MYSQL_STOCK_PASSWORD';
CREATE USER 'flashsale_order'@'%' IDENTIFIED BY '$MYSQL_ORDER_PASSWORD';
CREATE USER 'flashsale_coupon'@'%' IDENTIFIED BY '$MYSQL_COUPON_PASSWORD';
CREATE USER 'flashsale_auditor'@'%' IDENTIFIED BY '$MYSQL_AUDITOR_PASSWORD';
CREATE USER 'flashsale_exporter'@'%' IDENTIFIED BY '$MYSQL_EXPORTER_PASSWORD' WITH MAX_USER_CONNECTIONS 3;
GRANT PROCESS, REPLICATION CLIENT ON *.* TO 'flashsale_exporter'@'%';
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
GRANT CREATE, SELECT ON flashsale_stock.family_unit TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_stock.family_unit FROM 'flashsale_auditor'@'%';
GRANT CREATE, SELECT ON flashsale_stock.entry TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_stock.entry FROM 'flashsale_auditor'@'%';
GRANT CREATE, SELECT ON flashsale_stock.reservation_backlog TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_stock.reservation_backlog FROM 'flashsale_auditor'@'%';
GRANT CREATE, SELECT ON flashsale_order.orders TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_order.orders FROM 'flashsale_auditor'@'%';
GRANT CREATE, SELECT ON flashsale_order.order_under_review TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_order.order_under_review FROM 'flashsale_auditor'@'%';
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
GRANT CREATE, SELECT ON flashsale_coupon.reservation_backlog TO 'flashsale_auditor'@'%';
REVOKE CREATE ON flashsale_coupon.reservation_backlog FROM 'flashsale_auditor'@'%';
SQL
