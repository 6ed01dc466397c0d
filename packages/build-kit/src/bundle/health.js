// Ends with 0 when the server in this container is ready: its health check, as the image holds nothing that speaks HTTP.
const port = Object.entries(process.env).find(([name]) => /_HEALTH_PORT$/.test(name))?.[1];
const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2500) }).catch(
  () => undefined,
);
process.exit(answer?.ok ? 0 : 1);
