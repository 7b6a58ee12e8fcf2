#!/usr/bin/env bash
# ready.sh PORT [liveness]: succeeds if the service with management port PORT on this machine reports that it is ready, or
# alive. Needs only bash and grep, because a JRE image may have no other tools.
set -euo pipefail

exec 3<>"/dev/tcp/127.0.0.1/$1"
printf 'GET /actuator/health/%s HTTP/1.0\r\nHost: localhost\r\n\r\n' "${2:-readiness}" >&3
IFS= read -r -t 3 status <&3
[[ $status == HTTP/1.?' 200'* ]]
