import { expect, test } from '@jest/globals';
import { renderTemplate } from './render-template.js';

const root = { Values: { a: 'x', none: '', map: { b: 'off', a: '<1>' } } };

// What Helm gives for each of them.
test.each([
  ['{{ .Values.a }}', 'x'],
  ['a: {{ .Values.none | default "y" | quote }}', 'a: "y"'],
  ['1\n{{- if not .Values.none }} 2{{ else }} 3{{ end -}}\n 4', '1 24'],
  ['{{ with .Values.none }}{{ . }}{{ else }}{{ $.Values.a }}{{ end }}', 'x'],
  ['{{ with .Values.a }}{{ . }}{{ end }}', 'x'],
  ['m:{{- toYaml .Values.map | nindent 2 }}', 'm:\n  a: <1>\n  b: "off"'],
  ['{{ toJson .Values.map }}', String.raw`{"a":"\u003c1\u003e","b":"off"}`],
  ['{{ $b := index .Values.map "b" }}{{ printf "%s-%s" $b (.Values.a | replace "x" "z") }}', 'off-z'],
  ['{{ index (splitList "." "a.b.c") 1 }}', 'b'],
  ['{{- /* said aside */ -}} 1', '1'],
])('renders %s', (template, text) => expect(renderTemplate(template, root)).toBe(text));

test.each([
  '{{ range .Values.map }}{{ end }}',
  '{{ include "x" . }}',
  '{{ .Values.b }}',
  '{{ upper .Values.a }}',
  '{{ if .Values.a }}',
  '{{ if .Values.a }}{{ else }}{{ else }}{{ end }}',
  '{{ end }}',
  '{{ $x }}',
  '{{ (.Values.a }}',
  '{{ printf "%d" 1 }}',
  '{{ .Values.a | }}',
  '{{ .Values.a .Values.a }}',
  '{{ .Values.a, }}',
  '{{ .Values.a',
])('refuses %s', (template) => expect(() => renderTemplate(template, root)).toThrow());
