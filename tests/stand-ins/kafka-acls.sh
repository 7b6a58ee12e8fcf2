#!/bin/sh
exec java $KAFKA_HEAP_OPTS $KAFKA_JVM_PERFORMANCE_OPTS -cp '/opt/kafka/libs/*' org.apache.kafka.tools.AclCommand "$@"
