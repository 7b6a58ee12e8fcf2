#!/bin/sh
# Sets the rights of Kafka's users. Run it next to the broker, over the listener without authentication that only the
# broker's own container can reach. Kafka refuses everything that no line allows; running the script again changes
# nothing.
set -eu
PATH=$PATH:/opt/kafka/bin
broker=127.0.0.1:9094

# allow USER "OPERATION ..." topic|group NAME...
allow() {
  rule="--allow-principal User:$1"
  for operation in $2; do
    rule="$rule --operation $operation"
  done
  kind=$3
  shift 3
  for name in "$@"; do
    rule="$rule --$kind $name"
  done
  # Names have no spaces.
  kafka-acls.sh --bootstrap-server "$broker" --add $rule
}

until kafka-topics.sh --bootstrap-server "$broker" --list > /dev/null 2>&1; do
  sleep 1
done

# Each service creates the topics that it writes or reads, because the other services may never have run.
allow stock "Create Describe" topic reservations order-events order-events.dead-letter
allow stock Write topic reservations order-events.dead-letter
allow stock Read topic order-events
allow stock Read group stock-release
allow stock Describe group order-placement

# order-service also sends dead letters to their first topic again.
allow order "Create Describe" topic reservations reservations.dead-letter order-events coupon-settlements
allow order Write topic reservations reservations.dead-letter order-events coupon-settlements claims
allow order Read topic reservations \
  reservations.dead-letter order-events.dead-letter claims.dead-letter coupon-settlements.dead-letter
allow order Read group order-placement

allow coupon "Create Describe" topic claims claims.dead-letter coupon-settlements coupon-settlements.dead-letter
allow coupon Write topic claims claims.dead-letter coupon-settlements.dead-letter
allow coupon Read topic claims coupon-settlements
allow coupon Read group coupon-issuing coupon-settlement

# Only the number of messages in flight.
allow auditor Describe topic reservations order-events claims coupon-settlements
allow auditor Describe group order-placement stock-release coupon-issuing coupon-settlement
