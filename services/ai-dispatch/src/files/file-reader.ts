import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { FileFault, isFileFault } from './file-faults.js';
import type { DrawnPage } from './reader/draw-pages.js';
import type { FileText } from './reader/read-file.js';
import type { ReadPicture } from './reader/read-picture.js';

export interface ReadingLimits {
  milliseconds: number;
  /** Of a processor, where it is known. */
  cpuMilliseconds: number;
  heapMegabytes: number;
  /** Of the whole process: buffers stand beside the heap. */
  residentMegabytes: number;
}

export const usualLimits: ReadingLimits = {
  milliseconds: 20_000,
  cpuMilliseconds: 5_000,
  heapMegabytes: 256,
  residentMegabytes: 640,
};

const lookEveryMs = 50;
// Compiled, also for tests: the process is a plain node.
const main = join(import.meta.dirname, '../../dist/files/reader/main.js');

/** Takes the text out of a document in a process of its own. */
export const readFileApart = async (name: string, content: Uint8Array, signal: AbortSignal, limits = usualLimits) =>
  understand<FileText>(await readApart([...flagsOf(limits), main, 'document', name], content, signal, limits));

/** Makes a picture what services are given, in a process of its own that may load native code. */
export const readPictureApart = async (name: string, content: Uint8Array, signal: AbortSignal, limits = usualLimits) =>
  understand<ReadPicture>(await readApart([...nativeFlagsOf(limits), main, 'picture', name], content, signal, limits));

/**
 * The first pages of a PDF, drawn in a process of its own. What was drawn before its time or its memory was used up is
 * answered all the same, and a document that cannot be drawn has none.
 */
export async function drawPagesApart(content: Uint8Array, max: number, signal: AbortSignal, limits = usualLimits) {
  const said = await readApart([...nativeFlagsOf(limits), main, 'pages', String(max)], content, signal, limits);
  // The last line was cut off where the process was ended while it wrote.
  const lines = said.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as DrawnPage & { fault?: unknown }).filter(({ fault }) => !fault);
}

/** What it says. The process ends with the signal, with the time, and when it takes too much. */
async function readApart(
  args: readonly string[],
  content: Uint8Array,
  signal: AbortSignal,
  limits: ReadingLimits,
): Promise<string> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, args, {
    // Nothing of ours is in its environment: no key, no address.
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  });
  const end = () => child.kill('SIGKILL');
  const timer = setTimeout(end, limits.milliseconds);
  const watch = setInterval(
    () => void takesTooMuch(child, limits).then((isTooMuch) => isTooMuch && end()),
    lookEveryMs,
  );
  signal.addEventListener('abort', end, { once: true });
  try {
    // It may end before it has read all.
    child.stdin!.on('error', () => undefined).end(content);
    const [said] = await Promise.all([text(child.stdio[3] as Readable), closed(child)]);
    signal.throwIfAborted();
    return said;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener('abort', end);
    end();
  }
}

function flagsOf({ heapMegabytes }: ReadingLimits): string[] {
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  // It may read its own code; it cannot write, start processes or threads.
  return ['--no-warnings', permission, '--allow-fs-read=*', `--max-old-space-size=${heapMegabytes}`];
}

const nativeFlagsOf = (limits: ReadingLimits) => [...flagsOf(limits), '--allow-addons'];

function closed(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => child.once('error', reject).once('close', () => resolve()));
}

/** Only Linux reports it; elsewhere the limit of the heap and the time remain. */
async function takesTooMuch({ pid }: ChildProcess, limits: ReadingLimits): Promise<boolean> {
  const [status, stat] = await Promise.all(
    ['status', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
  );
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status!)?.[1] ?? 0);
  return kilobytes > limits.residentMegabytes * 1024 || cpuMillisecondsOf(stat!) > limits.cpuMilliseconds;
}

/** Time in the program and in the kernel, fields 14 and 15 of proc_pid_stat(5), in hundredths of a second. */
function cpuMillisecondsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
}

function understand<T>(said: string): T {
  // Ended from outside, or by the limit of its heap.
  if (said === '') throw new FileFault('too_complex');
  const answer = JSON.parse(said) as T & { fault?: unknown };
  if (answer.fault === undefined) return answer;
  throw new FileFault(isFileFault(answer.fault) ? answer.fault : 'corrupt');
}
