import type { HostileFile } from './hostile-file.js';

/** What became of a file, or of another body, that was sent. */
export interface Answered {
  status: number;
  /** What was answered. */
  text: string;
  tookMs: number;
  /** What services were given of it, where it was read. */
  given?: string;
}

/** No file may take longer: 20 s to be read, and as long for its pages to be drawn. */
export const withinMs = 45_000;
/** Characters of a message with the text of a file. */
const maxGiven = 1_200_000;

/** What was wrong with an answer; `secrets` may stand nowhere. */
export function faultsOf(
  expected: HostileFile['expected'],
  { status, text, tookMs, given = '' }: Answered,
  secrets: readonly string[],
): string[] {
  const isRefused = status >= 400;
  const leaked = secrets.filter((secret) => text.includes(secret) || given.includes(secret));
  return [
    ...(status >= 500 ? [`answered ${status}: ${text.slice(0, 200)}`] : []),
    ...(!isRefused && expected === 'refused' ? ['was read'] : []),
    ...(isRefused && status < 500 && !isSentence(text) ? [`no sentence: ${text.slice(0, 200)}`] : []),
    ...(tookMs > withinMs ? [`took ${Math.round(tookMs)} ms`] : []),
    ...(given.length > maxGiven ? [`${given.length} characters were sent on`] : []),
    ...leaked.map((secret) => `tells ${secret.slice(0, 40)}`),
  ];
}

/** An error of `/api` whose sentence is one for a person. */
export function isSentence(text: string): boolean {
  try {
    const { error, code, requestId } = JSON.parse(text) as Record<string, unknown>;
    if (typeof error !== 'string' || typeof code !== 'string' || typeof requestId !== 'string') return false;
    return /^\S[^]* [^]*[.!?]$/.test(error.trim()) && !/\n\s+at |node_modules|undefined|\[object /.test(error);
  } catch {
    return false;
  }
}

/** Cells of a table that a spreadsheet would take for a formula. */
export function formulasIn(csv: string): string[] {
  return cellsOf(csv).filter((cell) => /^[=+\-@\t\r\0]/.test(cell) && !/^[+-]?\d+(\.\d+)?$/.test(cell));
}

function cellsOf(csv: string): string[] {
  const found = csv.replace(/^\uFEFF/, '').matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(?:,|\r?\n|$)/g);
  return [...found].map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
}
