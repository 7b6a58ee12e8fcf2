#!/usr/bin/env bash
# ready.sh PORT: succeeds if the service on this machine whose management port is PORT says that it is ready.
# Needs bash and grep, and nothing else that a JRE image may lack.
set -euo pipefail

exec 3<>"/dev/tcp/127.0.0.1/$1"
printf 'GET /actuator/health/readiness HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3
IFS= read -r -t 3 status <&3
[[ $status == HTTP/1.?' 200'* ]]
