#!/bin/sh
# Says which of Kafka's users may do what. Run next to the broker, through the listener that asks for no name and is there for
# the broker's own container only. What no line allows is refused; to say it again changes nothing.
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

# Each service makes the topics that it writes and reads: the others may never have run.
allow stock "Create Describe" topic reservations order-events order-events.dead-letter
allow stock Write topic reservations order-events.dead-letter
allow stock Read topic order-events
allow stock Read group stock-release
allow stock Describe group order-placement

# It also sends what was put aside to its first topic again.
allow order "Create Describe" topic reservations reservations.dead-letter order-events coupon-settlements
allow order Write topic reservations reservations.dead-letter order-events coupon-settlements claims
allow order Read topic reservations \
  reservations.dead-letter order-events.dead-letter claims.dead-letter coupon-settlements.dead-letter
allow order Read group order-placement

allow coupon "Create Describe" topic claims claims.dead-letter coupon-settlements coupon-settlements.dead-letter
allow coupon Write topic claims claims.dead-letter coupon-settlements.dead-letter
allow coupon Read topic claims coupon-settlements
allow coupon Read group coupon-issuing coupon-settlement

# How much is on its way, and no more.
allow auditor Describe topic reservations order-events claims coupon-settlements
allow auditor Describe group order-placement stock-release coupon-issuing coupon-settlement
