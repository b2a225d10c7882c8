{{- define "parley.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "parley.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "parley.labels" -}}
{{ include "parley.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "parley.image" -}}
{{ .Values.image.repository }}{{ if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "parley.secretName" -}}
{{ .Values.existingSecret | default (include "parley.name" .) }}
{{- end }}

{{/* The most processes with the role worker that there may be. */}}
{{- define "parley.workers" -}}
{{- if .Values.worker.autoscaling.enabled }}{{ .Values.worker.autoscaling.maxReplicas }}{{ else }}{{ .Values.worker.replicas }}{{ end }}
{{- end }}

{{/* The key of a file of config/ in the ConfigMap, which has no folders. */}}
{{- define "parley.fileKey" -}}
{{ . | replace "/" "__" }}
{{- end }}

{{/* How long running answers may take to end, in seconds. */}}
{{- define "parley.grace" -}}
{{ dig "shutdown" "graceSeconds" (ternary 10 300 (eq .Values.mode "single")) .Values.settings }}
{{- end }}

{{- define "parley.checkValues" -}}
{{- if and (eq .Values.mode "scale") (not .Values.existingSecret) }}
{{- range concat (list "DATABASE_URL" "PARLEY_KEY") (ternary (list "REDIS_URL") list .Values.redis.enabled) }}
{{- if not (index $.Values.secrets .) }}
{{- fail (printf "mode scale needs %s, in `secrets` or in a Secret that `existingSecret` names." .) }}
{{- end }}
{{- end }}
{{- end }}
{{- if and (not .Values.redis.enabled) (hasKey .Values.secrets "REDIS_URL") }}
{{- fail "REDIS_URL is set and redis.enabled is false: take away one of them." }}
{{- end }}
{{- range list "ROLES" "WORKERS" "HOST" "PORT" "PARLEY_DATA" }}
{{- if or (hasKey $.Values.env .) (hasKey $.Values.secrets .) }}
{{- fail (printf "%s is set by the chart: take it out of `env` and `secrets`." .) }}
{{- end }}
{{- end }}
{{- if hasKey .Values.files "parley.yaml" }}
{{- fail "parley.yaml is made of `settings`: take it out of `files`." }}
{{- end }}
{{- end }}

{{- define "parley.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "parley.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{/* What all pods that serve have in common. Takes a dict: root, role (single, gateway, worker, http), own (its values). */}}
{{- define "parley.pod" -}}
{{- $root := .root -}}
{{- $values := .root.Values -}}
metadata:
  labels:
    {{- include "parley.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
  annotations:
    # A pod reads these when it starts.
    checksum/config: {{ printf "%s%s%s" (include "parley.grace" $root) (toYaml $values.settings) (toYaml $values.files) | sha256sum }}
    checksum/secrets: {{ toYaml $values.secrets | sha256sum }}
    {{- with .own.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ add $values.preStopSeconds (include "parley.grace" $root) 15 }}
  securityContext:
    {{- include "parley.podSecurity" $root | nindent 4 }}
  {{- with $values.image.pullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: parley
      image: {{ include "parley.image" $root }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      securityContext:
        {{- include "parley.containerSecurity" $root | nindent 8 }}
      envFrom:
        - secretRef:
            name: {{ include "parley.secretName" $root }}
      env:
        {{- range $name, $value := $values.env }}
        - name: {{ $name }}
          value: {{ $value | toString | quote }}
        {{- end }}
        - name: HOST
          value: "0.0.0.0"
        - name: PORT
          value: "3000"
        - name: PARLEY_DATA
          value: /data
        {{- if ne .role "single" }}
        - name: ROLES
          value: {{ .role }}
        {{- if not $values.redis.enabled }}
        - name: WORKERS
          value: {{ include "parley.workers" $root | quote }}
        {{- end }}
        {{- end }}
      ports:
        - name: http
          containerPort: 3000
      startupProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 2
        timeoutSeconds: 3
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        {{- if has .role (list "single" "gateway") }}
        # Not /readyz: while nothing can be written, it tells the people who write to it, which nobody would do in its place.
        httpGet: { path: /healthz, port: http }
        {{- else }}
        httpGet: { path: /readyz, port: http }
        {{- end }}
        periodSeconds: 3
        timeoutSeconds: 3
        failureThreshold: 2
      {{- if ne .role "single" }}
      lifecycle:
        preStop:
          # It leaves the balance first; what comes meanwhile is still served.
          exec:
            command: [sleep, {{ $values.preStopSeconds | toString | quote }}]
      {{- end }}
      resources:
        {{- toYaml .own.resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
        - { name: config, mountPath: /app/config/parley.yaml, subPath: parley.yaml, readOnly: true }
        {{- range $path, $text := $values.files }}
        - { name: config, mountPath: {{ printf "/app/config/%s" $path | quote }}, subPath: {{ include "parley.fileKey" $path | quote }}, readOnly: true }
        {{- end }}
  volumes:
    {{- if eq .role "single" }}
    - name: data
      persistentVolumeClaim:
        claimName: {{ .own.persistence.existingClaim | default (include "parley.name" $root) }}
    {{- else }}
    - name: data
      emptyDir: {}
    {{- end }}
    - name: tmp
      emptyDir: {}
    - name: config
      configMap:
        name: {{ include "parley.name" $root }}
  {{- with .own.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .own.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if .own.affinity }}
  affinity:
    {{- toYaml .own.affinity | nindent 4 }}
  {{- else if ne .role "single" }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "parley.selector" $root | nindent 10 }}
          app.kubernetes.io/component: {{ .role }}
  {{- end }}
{{- end }}
