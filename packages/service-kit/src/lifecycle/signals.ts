interface Closable {
  close(): Promise<void>;
}

const services = new Set<Closable>();
let isListening = false;

/** Closes a service when the process receives a stop signal. One handler serves all slices of a process. */
export function closeOnSignal(service: Closable): () => void {
  services.add(service);
  if (!isListening) {
    isListening = true;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stopProcess());
  }
  return () => services.delete(service);
}

async function stopProcess(): Promise<void> {
  const outcomes = await Promise.allSettled([...services].map((service) => service.close()));
  process.exit(outcomes.some(({ status }) => status === 'rejected') ? 1 : 0);
}
