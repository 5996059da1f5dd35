{{/* training-job.quantity: a quantity as text, a number of the values file included. Input: the value. */}}
{{- define "training-job.quantity" -}}
{{- if kindIs "string" . }}{{ . }}{{ else if eq (float64 (int64 .)) (float64 .) }}{{ int64 . }}{{ else }}{{ . }}{{ end -}}
{{- end -}}

{{/* training-job.quantity.parse: a quantity in parts. Input: resource, quantity.
     Output: JSON {digits, unit, divisor, binary}: the amount is digits × unit ÷ divisor, in thousandths of a CPU, bytes or pieces. */}}
{{- define "training-job.quantity.parse" -}}
{{- $units := dict "" 1 "n" 1 "u" 1 "m" 1 "k" 1000 "M" 1000000 "G" 1000000000 "T" 1000000000000 "P" 1000000000000000 "E" 1000000000000000000
  "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 "Pi" 1125899906842624 "Ei" 1152921504606846976 -}}
{{- $divisors := dict "n" 1000000000 "u" 1000000 "m" 1000 -}}
{{- $text := include "training-job.quantity" .quantity -}}
{{- $suffix := regexFind "[A-Za-z]*$" $text -}}
{{- $number := splitList "." (trimSuffix $suffix $text) -}}
{{- $fraction := "" -}}
{{- if gt (len $number) 1 }}{{ $fraction = regexReplaceAll "0+$" (index $number 1) "" }}{{ end -}}
{{- $digits := regexReplaceAll "^0+" (printf "%s%s" (index $number 0) $fraction) "" | default "0" -}}
{{- $unit := get $units $suffix | default 1 | int64 -}}
{{- $divisor := get $divisors $suffix | default 1 | int64 -}}
{{- range until (len $fraction) }}{{ $divisor = mul $divisor 10 }}{{ end -}}
{{- if eq .resource "cpu" -}}
{{- if gt $divisor 999 }}{{ $divisor = div $divisor 1000 }}{{ else }}{{ $unit = mul $unit 1000 }}{{ end -}}
{{- end -}}
{{- dict "digits" $digits "unit" (toString $unit) "divisor" (toString $divisor) "binary" (hasSuffix "i" $suffix) | toJson -}}
{{- end -}}

{{/* training-job.quantity.amount: a quantity as an integer, rounded up as Kubernetes does: thousandths of a CPU, bytes or pieces.
     Exact for what training-job.quantity.problem lets through. Input: resource, quantity. */}}
{{- define "training-job.quantity.amount" -}}
{{- $parts := include "training-job.quantity.parse" . | fromJson -}}
{{- $divisor := int64 $parts.divisor -}}
{{- div (add (mul (int64 $parts.digits) (int64 $parts.unit)) (sub $divisor 1)) $divisor -}}
{{- end -}}

{{/* training-job.quantity.format: an amount as the API server would write it.
     Input: resource, amount (as training-job.quantity.amount gives it), binary (powers of 1024). */}}
{{- define "training-job.quantity.format" -}}
{{- $amount := int64 .amount -}}
{{- $suffix := "" -}}
{{- if and (eq .resource "cpu") (mod $amount 1000) -}}
{{- $suffix = "m" -}}
{{- else -}}
{{- if eq .resource "cpu" }}{{ $amount = div $amount 1000 }}{{ end -}}
{{- $binary := and .binary (ge $amount 1024) -}}
{{- $base := ternary 1024 1000 $binary -}}
{{- $suffixes := ternary (list "Ki" "Mi" "Gi" "Ti" "Pi" "Ei") (list "k" "M" "G" "T" "P" "E") $binary -}}
{{- range $suffixes -}}
{{- if and $amount (not (mod $amount $base)) }}{{ $amount = div $amount $base }}{{ $suffix = . }}{{ else }}{{ break }}{{ end -}}
{{- end -}}
{{- end -}}
{{- printf "%d%s" $amount $suffix -}}
{{- end -}}
