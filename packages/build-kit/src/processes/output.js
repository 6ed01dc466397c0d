import { createWriteStream, renameSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';

const maxBytes = 20 * 1024 * 1024;
const worrying = new Set(['warn', 'error', 'fatal']);

/**
 * Keeps a server's output in a file, and says its warnings, or everything, on the terminal.
 * @param {object} wanted
 * @param {string} wanted.name
 * @param {string} wanted.path
 * @param {boolean} wanted.verbose
 * @param {(line: string) => void} wanted.report
 */
export function keepOutput({ name, path, verbose, report }) {
  makeRoom(path);
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 });
  file.on('error', () => undefined);
  /** @param {import('node:child_process').ChildProcess} child */
  return (child) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        file.write(`${line}\n`);
        const said = verbose ? line : worthSaying(line, stream === child.stderr);
        if (said) report(`${name}: ${said}`);
      });
    }
  };
}

/**
 * @returns {string | undefined} what the terminal shows of a log line: warnings and worse, and whatever is not a log line
 * @param {string} line
 * @param {boolean} isError whether it came on standard error
 */
export function worthSaying(line, isError) {
  if (!line.startsWith('{')) return isError && line.trim() ? line : undefined;
  try {
    const entry = JSON.parse(line);
    if (!worrying.has(entry.level)) return undefined;
    const because = entry.err?.message ? ` (${entry.err.message})` : '';
    return `${entry.level}: ${entry.service ? `${entry.service}: ` : ''}${entry.msg ?? ''}${because}`;
  } catch {
    return isError ? line : undefined;
  }
}

/** @param {string} path */
function makeRoom(path) {
  try {
    if (statSync(path).size > maxBytes) renameSync(path, `${path}.1`);
  } catch {
    // No file yet.
  }
}
