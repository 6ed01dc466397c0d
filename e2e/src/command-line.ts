import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../packages/cli/bin/polylogue.js', import.meta.url));

/** What a run of `polylogue` left behind. */
export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** A run of `polylogue`; `shown` is what it has written so far. */
export interface Running {
  ended: Promise<Ran>;
  shown(): string;
  interrupt(): void;
  /** As `| head` does. */
  stopReading(): void;
}

/** Starts `polylogue` as a shell would, with nothing of this machine's settings. */
export function polylogue(words: readonly string[], environment: Record<string, string>, input = ''): Running {
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent', ...environment };
  const child = spawn(process.execPath, [program, ...words], { env });
  let shown = '';
  child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  child.stdin.end(input);
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ended = Promise.all([code, text(child.stderr)]).then(([code, err]) => ({ code, out: shown, err }));
  return {
    ended,
    shown: () => shown,
    interrupt: () => child.kill('SIGINT'),
    stopReading: () => child.stdout.destroy(),
  };
}
