/** What Helm prints after an installation. */
export const notes = `Polylogue {{ .Chart.AppVersion }} is being installed. It is there when this command ends:

  kubectl wait -n {{ .Release.Namespace }} --for=condition=available deploy -l app.kubernetes.io/part-of=polylogue --timeout=10m

The first account is the administrator's, and needs the setup code:

  kubectl get secret admin -n {{ .Release.Namespace }} -o jsonpath='{.data.SETUP_CODE}' | base64 -d

Then open https://{{ .Values.host }}. If pods wait for a Secret: docs/operations.md says how the Secrets are made.
`;
