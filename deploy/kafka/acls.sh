#!/bin/sh
# Sets the rights of Kafka's users. Run it next to the broker, over the listener without authentication that only the
# broker's own container can reach. Kafka refuses everything that no line allows; running the script again changes
# nothing. Each line starts a JVM.
set -euf # the exporter's names are stars
PATH=$PATH:/opt/kafka/bin
export KAFKA_HEAP_OPTS=-Xmx64m KAFKA_JVM_PERFORMANCE_OPTS='-XX:+UseSerialGC -XX:TieredStopAtLevel=1'

# allow USER "OPERATION ..." [cluster] topic|group NAME... [topic|group NAME...]
allow() {
  rule="--allow-principal User:$1"
  for operation in $2; do
    rule="$rule --operation $operation"
  done
  shift 2
  for word in "$@"; do
    case $word in
      topic | group) kind=$word ;;
      cluster) rule="$rule --cluster" ;;
      *) rule="$rule --$kind $word" ;;
    esac
  done
  # Names have no spaces.
  kafka-acls.sh --bootstrap-server 127.0.0.1:9094 --add $rule
}

# Each service creates the topics that it writes or reads, because the other services may never have run.
allow stock "Create Describe" topic reservations order-events order-events.dead-letter shopper-messages
allow stock Write topic reservations order-events.dead-letter shopper-messages
allow stock Read topic order-events group stock-release
allow stock Describe group order-placement

# order-service also sends dead letters to their first topic again.
allow order "Create Describe" topic reservations reservations.dead-letter order-events coupon-settlements \
  shopper-messages shopper-messages.dead-letter
allow order Write topic reservations reservations.dead-letter order-events coupon-settlements claims \
  shopper-messages shopper-messages.dead-letter
allow order Read topic reservations shopper-messages \
  reservations.dead-letter order-events.dead-letter claims.dead-letter coupon-settlements.dead-letter shopper-messages.dead-letter \
  group order-placement shopper-messages

allow coupon "Create Describe" topic claims claims.dead-letter coupon-settlements coupon-settlements.dead-letter
allow coupon Write topic claims claims.dead-letter coupon-settlements.dead-letter
allow coupon Read topic claims coupon-settlements group coupon-issuing coupon-settlement

# Only the number of messages in flight.
allow auditor Describe topic reservations order-events claims coupon-settlements \
  group order-placement stock-release coupon-issuing coupon-settlement

# How many messages each topic has, and where each group is.
allow exporter Describe cluster topic '*' group '*'
