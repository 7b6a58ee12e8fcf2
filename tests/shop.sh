# Uses the shop as its administrator and as shoppers; tests/containers and tests/kube-play source it.
# Plain sh without side effects: it only defines names and functions. They need tests/steps.sh, $work, a folder for files and
# logs, $base, the shop's address, and a function request, which calls curl.

services="stock-service order-service coupon-service control-room gateway"
small='' password=''
json='Content-Type: application/json'

# wait_for SECONDS WHAT COMMAND...: repeats the command until it succeeds.
wait_for() {
  end=$(($(date +%s) + $1)) what=$2
  shift 2
  until "$@" > /dev/null 2>&1; do
    [ "$(date +%s)" -lt "$end" ] || fail "waited in vain for $what"
    sleep 1
  done
}

# The name in docker-compose.yml, with its tag.
image_of() { sed -n "s|^ *image: \($1:.*\)|\1|p" docker-compose.yml; }

# Generates all passwords, once: $work/env has the variables of .env.example.
generate_passwords() {
  [ ! -f "$work/env" ] || return 0
  openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$work/jwt.pem" 2> "$work/key.log"
  chown 10001 "$work/jwt.pem"
  sed -n 's/^\([A-Z_]*\)=$/\1/p' .env.example | while read -r name; do
    case $name in
      SHOP_DOMAIN) value=localhost ;;
      PAYMENT_PROVIDER) value=mock ;;
      JWT_KEY_FILE) value=$work/jwt.pem ;;
      *) value=$(openssl rand -hex 24) ;;
    esac
    echo "$name=$value"
  done > "$work/env.new"
  mv "$work/env.new" "$work/env"
}

# value NAME: a variable of $work/env.
value() { sed -n "s/^$1=//p" "$work/env"; }

# field NAME: extracts a text field from JSON.
field() { sed -n 's/.*"'"$1"'" *: *"\([^"]*\)".*/\1/p'; }

# call TOKEN PATH [ARGUMENT...]: calls the shop, and prints the answer's body.
call() {
  bearer=$1 path=$2
  shift 2
  request -H "Authorization: Bearer $bearer" "$@" "$base$path"
}

log_in() {
  secret=${password:-$(value ADMIN_PASSWORD)}
  admin=$(request -H "$json" -d "{\"username\":\"admin\",\"password\":\"$secret\"}" "$base/api/login" | field token)
  [ -n "$admin" ] || fail "the administrator cannot log in"
}

new_sale() {
  sale=$(call "$admin" /api/admin/sales -D - -o /dev/null -H "$json" \
    -d "{\"title\":\"A lamp\",\"priceCents\":1900,\"initialStock\":$1}" | sed -n 's#^[Ll]ocation: .*/api/sales/\([0-9]*\).*#\1#p')
  [ -n "$sale" ] || fail "no new sale"
}

# shoppers COUNT: prints a token a line.
shoppers() { call "$admin" /api/admin/shoppers -H "$json" -d "{\"count\":$1}" | field token; }

reserves() {
  order=$(call "$1" "/api/sales/$sale/reservations" -X POST | field orderId)
  [ -n "$order" ]
}

has_status() { [ "$(call "$1" "/api/orders/$2" | field status)" = "$3" ]; }

audit() {
  [ -z "$small" ] || return 0 # it has no control room
  wait_for 120 "the auditor" call "$admin" "/api/lab/audit/$sale"
  verdict=$(call "$admin" "/api/lab/audit/$sale?waitSeconds=60")
  case $verdict in
    *'"holds":false'* | *PENDING*) fail "the auditor says $verdict" ;;
    *'"holds":true'*) echo "the auditor: sale $sale holds" ;;
    *) fail "no verdict: $verdict" ;;
  esac
}

buy() {
  log_in
  new_sale 5
  shopper=$(shoppers 1)
  wait_for 60 "a reservation" reserves "$shopper"
  wait_for 60 "order $order" has_status "$shopper" "$order" AWAITING_PAYMENT
  wait_for 60 "its payment" call "$shopper" "/api/orders/$order/payment" -X POST
  has_status "$shopper" "$order" PAID || fail "order $order is not PAID"
  echo "order $order is PAID"
  audit
}

# One shopper after the other tries to buy once. Prints status, order and token of each.
traffic() {
  while read -r shopper && [ ! -e "$work/stop" ]; do
    answer=$(call "$shopper" "/api/sales/$sale/reservations" -X POST -w '\n%{http_code}' || true)
    order=$(printf '%s' "$answer" | field orderId)
    echo "$(printf '%s' "$answer" | tail -n 1) ${order:--} $shopper"
    sleep 0.1
  done < "$work/tokens"
}

# Shoppers buy in the background until stop_shopping.
start_shopping() {
  log_in
  new_sale 100000
  shoppers 3000 > "$work/tokens"
  rm -f "$work/stop"
  traffic > "$work/answers" 2> "$work/traffic.log" &
  shopping=$!
}

# Each accepted reservation has to become an order.
stop_shopping() {
  touch "$work/stop"
  wait "$shopping"
  echo "answers to shoppers meanwhile, by status:"
  cut -d ' ' -f 1 "$work/answers" | sort | uniq -c
  if grep -vE '^(202|502|503|504|000) ' "$work/answers"; then fail "other answers than these were expected"; fi
  grep '^202 ' "$work/answers" > "$work/accepted" || fail "no reservation was accepted meanwhile"
  while read -r _ order shopper; do
    wait_for 60 "order $order" has_status "$shopper" "$order" AWAITING_PAYMENT
  done < "$work/accepted"
  audit
  buy
}
