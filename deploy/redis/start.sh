#!/bin/sh
# Starts Redis with its users. Each service has a user with its own keys and without dangerous commands; the default user
# may only ping, and the exporter reads no key. Redis reads this from its input, because everybody on the host can read
# the arguments of a process.
set -eu

exec redis-server - <<CONFIGURATION
appendonly yes
appendfsync everysec
save ""
maxmemory $REDIS_MAXMEMORY
maxmemory-policy noeviction
# Otherwise a default user without a password may call from this container only.
protected-mode no
user default on nopass resetkeys resetchannels -@all +ping
user stock on >$REDIS_STOCK_PASSWORD \
  ~{s*}:run ~{s*}:sale:* ~sale:* ~journey:* ~redisson_* &redisson_* \
  +@all -@admin -@dangerous +info
user order on >$REDIS_ORDER_PASSWORD \
  ~placement:* ~journey:* ~redisson_* &redisson_* &order-changes +@all -@admin -@dangerous +info
user coupon on >$REDIS_COUPON_PASSWORD \
  ~{s*}:run ~{s*}:coupon:* ~coupon:* ~issuing:* ~redisson_* &redisson_* \
  +@all -@admin -@dangerous +info
user gateway on >$REDIS_GATEWAY_PASSWORD \
  ~{s*}:run ~{s*}:sale:* resetchannels +@connection +@read -@dangerous +info \
  +eval +evalsha +eval_ro +evalsha_ro +script|load +script|exists \
  (~journey:* +rpush +ltrim +pexpire +eval +evalsha)
user auditor on >$REDIS_AUDITOR_PASSWORD \
  ~{s*}:run ~{s*}:sale:* ~{s*}:coupon:* resetchannels +@connection +@transaction +@read \
  -@dangerous +info +eval +evalsha +eval_ro +evalsha_ro +script|load +script|exists
user exporter on >$REDIS_EXPORTER_PASSWORD resetkeys resetchannels -@all \
  +ping +info +client|setname +cluster|info +slowlog|get +slowlog|len +latency|latest +latency|histogram
CONFIGURATION
