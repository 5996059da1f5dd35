{{/* training-job.quantity: a quantity as text, also if the values file has a number (JSON writes it without an exponent). Input: the value. */}}
{{- define "training-job.quantity" -}}
{{- if kindIs "string" . }}{{ . }}{{ else }}{{ toJson . }}{{ end -}}
{{- end -}}

{{/* training-job.quantities: a ResourceList with every quantity a string. Input: quantities by resource name. Output: JSON. */}}
{{- define "training-job.quantities" -}}
{{- $quantities := dict -}}
{{- range $name, $quantity := . }}{{ $_ := set $quantities $name (include "training-job.quantity" $quantity) }}{{ end -}}
{{- toJson $quantities -}}
{{- end -}}

{{/* training-job.quantity.parse: a quantity, split into parts.
     Input: resource, quantity. Output: JSON {digits, unit, divisor, decimals}: the amount is digits × unit ÷ divisor, in thousandths of a
     CPU, bytes or pieces; divisor is 10 to the power of decimals, at most 18 to fit 64 bits. */}}
{{- define "training-job.quantity.parse" -}}
{{- $units := dict "k" 1000 "M" 1000000 "G" 1000000000 "T" 1000000000000 "P" 1000000000000000 "E" 1000000000000000000
  "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 "Pi" 1125899906842624 "Ei" 1152921504606846976 -}}
{{- $text := include "training-job.quantity" .quantity -}}
{{- /* No regular expressions, since each of many calls would compile them: a letter protects one end while zeros are trimmed. */ -}}
{{- $suffix := trimAll "0123456789." $text -}}
{{- $number := splitList "." (trimSuffix $suffix $text) -}}
{{- $fraction := "" -}}
{{- if gt (len $number) 1 }}{{ $fraction = index $number 1 | printf "x%s" | trimAll "0" | trimPrefix "x" }}{{ end -}}
{{- $digits := printf "%s%sx" (index $number 0) $fraction | trimAll "0" | trimSuffix "x" | default "0" -}}
{{- $unit := get $units $suffix | default 1 | int64 -}}
{{- $decimals := add (len $fraction) (get (dict "n" 9 "u" 6 "m" 3) $suffix | default 0) -}}
{{- if eq .resource "cpu" }}{{ $decimals = sub $decimals 3 }}{{ end -}}
{{- range until (max 0 (sub 0 $decimals) | int) }}{{ $unit = mul $unit 10 }}{{ end -}}
{{- $divisor := 1 -}}
{{- range until (min 18 (max 0 $decimals) | int) }}{{ $divisor = mul $divisor 10 }}{{ end -}}
{{- dict "digits" $digits "unit" (toString $unit) "divisor" (toString $divisor) "decimals" $decimals | toJson -}}
{{- end -}}

{{/* training-job.quantity.amount: a quantity as an integer, rounded up as Kubernetes does: thousandths of a CPU, bytes or pieces. Exact for
     quantities that training-job.quantity.problem accepts.
     Input: resource, quantity. */}}
{{- define "training-job.quantity.amount" -}}
{{- $whole := include "training-job.quantity.whole" . -}}
{{- if $whole -}}
{{- $whole -}}
{{- else -}}
{{- $parts := include "training-job.quantity.parse" . | fromJson -}}
{{- $numerator := mul (int64 $parts.digits) (int64 $parts.unit) -}}
{{- $divisor := int64 $parts.divisor -}}
{{- add (div $numerator $divisor) (ternary 1 0 (gt (mod $numerator $divisor) 0)) -}}
{{- end -}}
{{- end -}}

{{/* training-job.quantity.whole: the amount of a short quantity without a fraction, which most are: four times as fast.
     Input: resource, quantity. Output: as training-job.quantity.amount, or nothing if the quantity must be parsed. */}}
{{- define "training-job.quantity.whole" -}}
{{- $text := include "training-job.quantity" .quantity -}}
{{- $suffix := trimAll "0123456789" $text -}}
{{- $unit := get (dict "Gi" 1073741824 "Mi" 1048576 "Ki" 1024 "G" 1000000000 "M" 1000000 "k" 1000 "" 1) $suffix -}}
{{- if and $unit (hasSuffix $suffix $text) (ne $suffix $text) (le (len $text) 8) (not (hasPrefix "0" $text)) -}}
{{- mul (trimSuffix $suffix $text | int64) $unit (ternary 1000 1 (eq .resource "cpu")) -}}
{{- end -}}
{{- end -}}

{{/* training-job.quantity.format: an amount as the API server would write it.
     Input: resource, amount (of training-job.quantity.amount), binary (powers of 1024). */}}
{{- define "training-job.quantity.format" -}}
{{- $amount := int64 .amount -}}
{{- $suffix := "" -}}
{{- if and (eq .resource "cpu") (mod $amount 1000) -}}
{{- $suffix = "m" -}}
{{- else -}}
{{- if eq .resource "cpu" }}{{ $amount = div $amount 1000 }}{{ end -}}
{{- $binary := and .binary (eq (mod $amount 1024) 0) -}}
{{- $base := ternary 1024 1000 $binary -}}
{{- $suffixes := ternary (list "Ki" "Mi" "Gi" "Ti" "Pi" "Ei") (list "k" "M" "G" "T" "P" "E") $binary -}}
{{- range $suffixes -}}
{{- if and $amount (not (mod $amount $base)) }}{{ $amount = div $amount $base }}{{ $suffix = . }}{{ else }}{{ break }}{{ end -}}
{{- end -}}
{{- end -}}
{{- printf "%d%s" $amount $suffix -}}
{{- end -}}
