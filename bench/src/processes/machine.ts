import { cpus, totalmem } from 'node:os';

/** What was measured on, in one line. */
export function machineLine() {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown processor'}, ${memory} GB, Node ${process.versions.node}, ${process.platform}`;
}
