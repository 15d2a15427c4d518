{{- define "roadworthy.name" -}}
{{- if contains "roadworthy" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-roadworthy" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "roadworthy.labels" -}}
app.kubernetes.io/name: roadworthy
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* Labels that select the pods of a role: a dictionary with `root` and `role`. */}}
{{- define "roadworthy.selector" -}}
app.kubernetes.io/name: roadworthy
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "roadworthy.secretName" -}}
{{- default (include "roadworthy.name" .) .Values.existingSecret }}
{{- end }}

{{/* The pod of a role: a dictionary with `root`, `role`, `values`, `ports` and `probes` (text). */}}
{{- define "roadworthy.pod" -}}
metadata:
  labels: {{- include "roadworthy.selector" . | nindent 4 }}
  annotations:
    checksum/settings: {{ toJson .root.Values.settings | sha256sum }}
    {{- if not .root.Values.existingSecret }}
    checksum/secrets: {{ toJson .root.Values.secrets | sha256sum }}
    {{- end }}
spec:
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: {{ default 30 .values.terminationGracePeriodSeconds }}
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile: { type: RuntimeDefault }
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels: {{- include "roadworthy.selector" . | nindent 10 }}
  containers:
    - name: {{ .role }}
      image: "{{ .root.Values.image.repository }}:{{ default .root.Chart.AppVersion .root.Values.image.tag }}"
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      env:
        - { name: ROLES, value: {{ .role }} }
        - { name: PUBLIC_URL, value: {{ .root.Values.publicUrl | quote }} }
        {{- range $name, $value := .root.Values.settings }}
        - { name: {{ $name }}, value: {{ $value | quote }} }
        {{- end }}
      envFrom:
        - secretRef: { name: {{ include "roadworthy.secretName" .root }} }
      ports: {{- .ports | nindent 8 }}
      {{- .probes | nindent 6 }}
      resources: {{- toYaml .values.resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
  volumes:
    - name: tmp
      emptyDir: {}
    - name: data
      {{- if .root.Values.storage.enabled }}
      persistentVolumeClaim:
        claimName: {{ default (include "roadworthy.name" .root) .root.Values.storage.existingClaim }}
      {{- else }}
      # Files that arrive, before they are in the store of FILES_URL.
      emptyDir: {}
      {{- end }}
  {{- with .root.Values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.affinity }}
  affinity: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
