{{/* The same in every installation: the ports of each service, and the callers of each port. */}}
{{- define "flash-sale.wiring" -}}
stock-service:
  http: 8081
  management: 9081
  user: stock
  callers: {http: [gateway, order-service, coupon-service], management: [control-room]}
  servers: [mysql, redis, kafka]
order-service:
  http: 8082
  management: 9082
  user: order
  callers: {http: [gateway, stock-service, coupon-service, control-room], management: []}
  servers: [mysql, redis, kafka]
coupon-service:
  http: 8084
  management: 9084
  user: coupon
  callers: {http: [gateway, order-service], management: []}
  servers: [mysql, redis, kafka]
control-room:
  http: 8083
  management: 9083
  user: auditor
  callers: {http: [gateway], management: []}
  servers: [mysql, redis, kafka]
gateway:
  http: 8080
  management: 9080
  user: gateway
  callers: {http: [control-room], management: [control-room]}
  servers: [redis]
{{- end -}}

{{- define "flash-sale.selector" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end -}}

{{- define "flash-sale.labels" -}}
{{ include "flash-sale.selector" . }}
app.kubernetes.io/part-of: flash-sale
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
{{- end -}}

{{/* A variable from a key of an existing secret. */}}
{{- define "flash-sale.secret" -}}
- name: {{ index . 0 }}
  valueFrom:
    secretKeyRef: {name: {{ index . 1 }}, key: {{ index . 2 }}}
{{- end -}}

{{- define "flash-sale.value" -}}
- name: {{ index . 0 }}
  value: {{ index . 1 | toString | quote }}
{{- end -}}

{{/* MySQL: prefix of the variables, schema, user, secret. */}}
{{- define "flash-sale.mysql" -}}
{{- $host := required "mysql.host is needed" .root.Values.mysql.host -}}
{{ include "flash-sale.value" (list (printf "%s_URL" .prefix) (printf "jdbc:mysql://%s:%v/%s?%s" $host .root.Values.mysql.port .schema .root.Values.mysql.parameters)) }}
{{ include "flash-sale.value" (list (printf "%s_USERNAME" .prefix) (printf "flashsale_%s" .user)) }}
{{ include "flash-sale.secret" (list (printf "%s_PASSWORD" .prefix) .secret "mysql-password") }}
{{- end -}}

{{- define "flash-sale.redis" -}}
{{- $redis := .root.Values.redis -}}
{{- if $redis.cluster.nodes -}}
{{ include "flash-sale.value" (list "SPRING_DATA_REDIS_CLUSTER_NODES" (join "," $redis.cluster.nodes)) }}
{{- else if $redis.sentinel.nodes -}}
{{ include "flash-sale.value" (list "SPRING_DATA_REDIS_SENTINEL_MASTER" (required "redis.sentinel.master is needed" $redis.sentinel.master)) }}
{{ include "flash-sale.value" (list "SPRING_DATA_REDIS_SENTINEL_NODES" (join "," $redis.sentinel.nodes)) }}
{{- else -}}
{{ include "flash-sale.value" (list "SPRING_DATA_REDIS_HOST" (required "redis.host, redis.sentinel.nodes or redis.cluster.nodes is needed" $redis.host)) }}
{{ include "flash-sale.value" (list "SPRING_DATA_REDIS_PORT" $redis.port) }}
{{- end }}
{{- if $redis.tls }}
{{ include "flash-sale.value" (list "SPRING_DATA_REDIS_SSL_ENABLED" "true") }}
{{- end }}
{{ include "flash-sale.value" (list "SPRING_DATA_REDIS_USERNAME" .user) }}
{{ include "flash-sale.secret" (list "SPRING_DATA_REDIS_PASSWORD" .secret "redis-password") }}
{{- end -}}

{{- define "flash-sale.kafka" -}}
{{ include "flash-sale.value" (list "SPRING_KAFKA_BOOTSTRAP_SERVERS" (required "kafka.bootstrapServers is needed" (join "," .root.Values.kafka.bootstrapServers))) }}
{{ include "flash-sale.value" (list "SPRING_KAFKA_SECURITY_PROTOCOL" .root.Values.kafka.securityProtocol) }}
{{ include "flash-sale.value" (list "FLASHSALE_KAFKA_USERNAME" .user) }}
{{ include "flash-sale.secret" (list "FLASHSALE_KAFKA_PASSWORD" .secret "kafka-password") }}
{{- end -}}

{{/* All servers of a service with its own schema. */}}
{{- define "flash-sale.servers" -}}
{{ include "flash-sale.mysql" (dict "root" .root "prefix" "SPRING_DATASOURCE" "schema" (printf "flashsale_%s" .user) "user" .user "secret" .secret) }}
{{ include "flash-sale.redis" . }}
{{ include "flash-sale.kafka" . }}
{{- end -}}

{{/* Following clicks: the same for every service on a purchase's path. */}}
{{- define "flash-sale.tracing" -}}
{{ include "flash-sale.value" (list "FLASHSALE_TRACING_SAMPLING" .root.Values.tracing.sampling) }}
{{- with .root.Values.tracing.otlpEndpoint }}
{{ include "flash-sale.value" (list "FLASHSALE_TRACING_OTLP_ENDPOINT" .) }}
{{- end }}
{{- end -}}

{{- define "flash-sale.env.stock-service" -}}
{{- $secret := .root.Values.secrets.stock -}}
{{ include "flash-sale.servers" (dict "root" .root "user" "stock" "secret" $secret) }}
{{ include "flash-sale.secret" (list "FLASHSALE_ENTRY_SECRET" $secret "entry-secret") }}
{{ include "flash-sale.value" (list "FLASHSALE_JWT_JWKS_URI" "http://order-service:8082/.well-known/jwks.json") }}
{{ include "flash-sale.tracing" . }}
{{- end -}}

{{- define "flash-sale.env.order-service" -}}
{{- $secret := .root.Values.secrets.order -}}
{{ include "flash-sale.servers" (dict "root" .root "user" "order" "secret" $secret) }}
{{ include "flash-sale.value" (list "FLASHSALE_SERVICES_STOCK_URL" "http://stock-service-starting:8081") }}
{{ include "flash-sale.value" (list "FLASHSALE_SERVICES_COUPON_URL" "http://coupon-service:8084") }}
{{ include "flash-sale.value" (list "FLASHSALE_JWT_KEY_FILE" "/run/secrets/jwt/jwt.pem") }}
{{ include "flash-sale.secret" (list "FLASHSALE_JWT_GATEWAY_SECRET" $secret "gateway-secret") }}
{{ include "flash-sale.value" (list "FLASHSALE_PAYMENT_PROVIDER" (required "payment.provider is needed" .root.Values.payment.provider)) }}
{{ include "flash-sale.secret" (list "FLASHSALE_PAYMENT_SIGNING_SECRET" $secret "payment-signing-secret") }}
{{ include "flash-sale.value" (list "FLASHSALE_ACCOUNTS_ADMIN_USERNAME" .root.Values.admin.username) }}
{{ include "flash-sale.secret" (list "FLASHSALE_ACCOUNTS_ADMIN_PASSWORD" $secret "admin-password") }}
{{ include "flash-sale.tracing" . }}
{{- end -}}

{{- define "flash-sale.env.coupon-service" -}}
{{ include "flash-sale.servers" (dict "root" .root "user" "coupon" "secret" .root.Values.secrets.coupon) }}
{{ include "flash-sale.value" (list "FLASHSALE_SERVICES_STOCK_URL" "http://stock-service:8081") }}
{{ include "flash-sale.value" (list "FLASHSALE_JWT_JWKS_URI" "http://order-service:8082/.well-known/jwks.json") }}
{{- end -}}

{{- define "flash-sale.env.control-room" -}}
{{- $root := .root -}}
{{- $secret := .root.Values.secrets.controlRoom -}}
{{- range $schema := list "stock" "order" "coupon" }}
{{ include "flash-sale.mysql" (dict "root" $root "prefix" (printf "FLASHSALE_AUDITOR_SOURCE_%s" (upper $schema)) "schema" (printf "flashsale_%s" $schema) "user" "auditor" "secret" $secret) }}
{{- end }}
{{ include "flash-sale.redis" (dict "root" .root "user" "auditor" "secret" $secret) }}
{{ include "flash-sale.kafka" (dict "root" .root "user" "auditor" "secret" $secret) }}
{{ include "flash-sale.value" (list "FLASHSALE_CONTROL_ROOM_GATEWAY_URL" "http://gateway:8080") }}
{{ include "flash-sale.value" (list "FLASHSALE_CONTROL_ROOM_GATEWAY_MANAGEMENT_URL" "http://gateway:9080") }}
{{ include "flash-sale.value" (list "FLASHSALE_CONTROL_ROOM_STOCK_MANAGEMENT_URL" "http://stock-service:9081") }}
{{ include "flash-sale.value" (list "FLASHSALE_JWT_JWKS_URI" "http://order-service:8082/.well-known/jwks.json") }}
{{- end -}}

{{- define "flash-sale.env.gateway" -}}
{{- $secret := .root.Values.secrets.gateway -}}
{{ include "flash-sale.redis" (dict "root" .root "user" "gateway" "secret" $secret) }}
{{ include "flash-sale.value" (list "FLASHSALE_SERVICES_STOCK_URL" "http://stock-service:8081") }}
{{ include "flash-sale.value" (list "FLASHSALE_SERVICES_ORDER_URL" "http://order-service:8082") }}
{{ include "flash-sale.value" (list "FLASHSALE_SERVICES_COUPON_URL" "http://coupon-service:8084") }}
{{ include "flash-sale.value" (list "FLASHSALE_SERVICES_CONTROL_ROOM_URL" "http://control-room:8083") }}
{{ include "flash-sale.secret" (list "FLASHSALE_GATEWAY_ADMISSION_SECRET" $secret "gateway-secret") }}
{{ include "flash-sale.value" (list "FLASHSALE_GATEWAY_STOREFRONT_ABSENT" "LOCK_LAB") }}
{{ include "flash-sale.value" (list "FLASHSALE_JWT_JWKS_URI" "http://order-service:8082/.well-known/jwks.json") }}
{{- with .root.Values.trustedProxies }}
{{ include "flash-sale.value" (list "SERVER_FORWARD_HEADERS_STRATEGY" "native") }}
{{ include "flash-sale.value" (list "FLASHSALE_GATEWAY_TRUSTED_PROXIES" .) }}
{{- end }}
{{ include "flash-sale.tracing" . }}
{{- end -}}
