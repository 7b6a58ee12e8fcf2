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
  callers: {http: [control-room, test], management: [control-room]}
  servers: [redis]
{{- end -}}

{{- define "flash-sale.selector" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end -}}

{{/* The labels of pods, which a new version of the chart alone does not change. */}}
{{- define "flash-sale.pod-labels" -}}
{{ include "flash-sale.selector" . }}
app.kubernetes.io/part-of: flash-sale
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
{{- end -}}

{{- define "flash-sale.labels" -}}
{{ include "flash-sale.pod-labels" . }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* What the pod security standard "restricted" asks of a pod and of a container. The argument is the user's id. */}}
{{- define "flash-sale.pod-security" -}}
runAsNonRoot: true
runAsUser: {{ . }}
runAsGroup: {{ . }}
fsGroup: {{ . }}
seccompProfile: {type: RuntimeDefault}
{{- end -}}

{{- define "flash-sale.container-security" -}}
allowPrivilegeEscalation: false
privileged: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
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
{{ include "flash-sale.value" (list (printf "%s_URL" .prefix) (printf "jdbc:mysql://%s:%v/%s?sslMode=%s&%s" $host .root.Values.mysql.port .schema .root.Values.mysql.sslMode .root.Values.mysql.parameters)) }}
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
{{ include "flash-sale.value" (list "FLASHSALE_KAFKA_MECHANISM" .root.Values.kafka.mechanism) }}
{{ include "flash-sale.value" (list "FLASHSALE_KAFKA_USERNAME" .user) }}
{{ include "flash-sale.secret" (list "FLASHSALE_KAFKA_PASSWORD" .secret "kafka-password") }}
{{- end -}}

{{/* All servers of a service with its own schema. */}}
{{- define "flash-sale.servers" -}}
{{ include "flash-sale.mysql" (dict "root" .root "prefix" "SPRING_DATASOURCE" "schema" (printf "flashsale_%s" .user) "user" .user "secret" .secret) }}
{{ include "flash-sale.redis" . }}
{{ include "flash-sale.kafka" . }}
{{- end -}}

{{/* The same for every service: logs in the Elastic Common Schema, and whom it believes by TLS. */}}
{{- define "flash-sale.env" -}}
{{ include "flash-sale.value" (list "LOGGING_STRUCTURED_FORMAT_CONSOLE" "ecs") }}
{{ include "flash-sale.value" (list "LOGGING_STRUCTURED_ECS_SERVICE_VERSION" .root.Values.image.tag) }}
{{- if .root.Values.secrets.trustStore }}
{{ include "flash-sale.value" (list "JAVA_TOOL_OPTIONS" "-Djavax.net.ssl.trustStore=/run/secrets/trust/truststore.p12 -Djavax.net.ssl.trustStorePassword=changeit") }}
{{- end }}
{{- end -}}

{{/* Following clicks: the same for every service on a purchase's path. */}}
{{- define "flash-sale.tracing" -}}
{{ include "flash-sale.value" (list "FLASHSALE_TRACING_SAMPLING" .root.Values.tracing.sampling) }}
{{- with .root.Values.tracing.otlpEndpoint }}
{{ include "flash-sale.value" (list "FLASHSALE_TRACING_OTLP_ENDPOINT" .) }}
- name: POD_NAME
  valueFrom:
    fieldRef: {fieldPath: metadata.name}
{{ include "flash-sale.value" (list "OTEL_RESOURCE_ATTRIBUTES" (printf "service.version=%s,service.instance.id=$(POD_NAME),k8s.pod.name=$(POD_NAME),k8s.deployment.name=%s,k8s.namespace.name=%s" $.root.Values.image.tag $.name $.root.Release.Namespace)) }}
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
{{ include "flash-sale.value" (list "FLASHSALE_SHOP_CURRENCY" .root.Values.currency) }}
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
{{ include "flash-sale.value" (list "FLASHSALE_SHOP_CURRENCY" .root.Values.currency) }}
{{ include "flash-sale.value" (list "FLASHSALE_GATEWAY_STOREFRONT_ABSENT" "LOCK_LAB") }}
{{ include "flash-sale.value" (list "FLASHSALE_JWT_JWKS_URI" "http://order-service:8082/.well-known/jwks.json") }}
{{- with (concat .root.Values.hosts (list (ternary .root.Values.ingress.host "" .root.Values.ingress.enabled) (ternary .root.Values.httpRoute.host "" .root.Values.httpRoute.enabled)) | compact | uniq) }}
{{ include "flash-sale.value" (list "FLASHSALE_GATEWAY_HOSTS" (join "," .)) }}
{{- end }}
{{- with .root.Values.trustedProxies }}
{{ include "flash-sale.value" (list "SERVER_FORWARD_HEADERS_STRATEGY" "native") }}
{{ include "flash-sale.value" (list "FLASHSALE_GATEWAY_TRUSTED_PROXIES" .) }}
{{- end }}
{{ include "flash-sale.tracing" . }}
{{- end -}}

{{/* The addresses of Redis' servers, which Sentinels are not. */}}
{{- define "flash-sale.redis-nodes" -}}
{{- $redis := .Values.redis -}}
{{- if .Values.exporters.redisNodes -}}
{{ toYaml .Values.exporters.redisNodes }}
{{- else if $redis.cluster.nodes -}}
{{ toYaml $redis.cluster.nodes }}
{{- else if $redis.sentinel.nodes -}}
{{ fail "exporters.redisNodes is needed" }}
{{- else -}}
- {{ printf "%s:%v" $redis.host $redis.port }}
{{- end -}}
{{- end -}}

{{/* The exporters: one for MySQL, one for Kafka, and one for each server of Redis. */}}
{{- define "flash-sale.exporters" -}}
{{- $values := .Values -}}
{{- $ca := ternary "/run/secrets/trust/ca.crt" "" (ne $values.secrets.trustStore "") -}}
- name: mysql-exporter
  asks: mysql
  server: {{ printf "%s:%v" $values.mysql.host $values.mysql.port }}
  image: {{ $values.exporters.images.mysql }}
  port: 9104
  args:
    - --mysqld.address={{ $values.mysql.host }}:{{ $values.mysql.port }}
    - --mysqld.username=flashsale_exporter
    {{- if $ca }}
    - --config.my-cnf=/etc/exporter/my.cnf
    {{- end }}
  password: MYSQLD_EXPORTER_PASSWORD
  variables: {}
- name: kafka-exporter
  asks: kafka
  server: {{ join "," $values.kafka.bootstrapServers }}
  image: {{ $values.exporters.images.kafka }}
  port: 9308
  args:
    {{- range $values.kafka.bootstrapServers }}
    - --kafka.server={{ . }}
    {{- end }}
    # The protocol; a Kafka 4 does not take its default, that of 2.0.
    - --kafka.version=3.6.0
    - --sasl.enabled
    - --sasl.mechanism={{ $values.kafka.mechanism | lower | replace "sha-" "sha" }}
    - --sasl.username=exporter
    {{- if eq $values.kafka.securityProtocol "SASL_SSL" }}
    - --tls.enabled
    {{- if $ca }}
    - --tls.ca-file={{ $ca }}
    {{- end }}
    {{- end }}
  password: SASL_USER_PASSWORD
  variables: {}
{{- range $index, $node := fromYamlArray (include "flash-sale.redis-nodes" .) }}
- name: redis-exporter-{{ $index }}
  asks: redis
  server: {{ $node }}
  image: {{ $values.exporters.images.redis }}
  port: 9121
  args: []
  password: REDIS_PASSWORD
  variables:
    REDIS_ADDR: {{ ternary "rediss" "redis" $values.redis.tls }}://{{ $node }}
    REDIS_USER: exporter
    # Its user may not read the configuration, which has passwords.
    REDIS_EXPORTER_CONFIG_COMMAND: "-"
    REDIS_EXPORTER_TLS_CA_CERT_FILE: {{ $ca | quote }}
{{- end }}
{{- end -}}
