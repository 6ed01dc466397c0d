import { entryNames, entryPoints, timeouts, type EntryName } from './cells.js';
import { expectedOf } from './expected.rules.js';
import { faultNames, faults, type Fault, type FaultName } from './faults.js';
import { brokenIn, promises, type PromiseName } from './oracle.rules.js';
import type { Played } from './play.js';

const broken = (all: readonly Played[]) =>
  all.flatMap((played) => brokenIn(played).map((each) => ({ ...each, cell: played.cell })));

/** PASS or FAIL for each promise, with what broke it. */
export function verdictsOf(all: readonly Played[]): string[] {
  const found = broken(all);
  return (Object.keys(promises) as PromiseName[]).flatMap((name) => {
    const faulty = found.filter(({ promise }) => promise === name);
    const cells = `${all.length - faulty.length} of ${all.length} cells`;
    const lines = faulty.map(({ cell, because }) => `     ${cell.fault}/${cell.entry}: ${because}`);
    return [`${faulty.length === 0 ? 'PASS' : 'FAIL'} ${promises[name]} (${cells})`, ...lines];
  });
}

export const isKept = (all: readonly Played[]): boolean => broken(all).length === 0;

/** The page of a whole run. */
export function pageOf(all: readonly Played[]): string {
  return [
    '# Provider faults',
    '',
    'What becomes of a request when its provider fails: each fault at each way to a provider, played through `/api` on the whole',
    'product. Written by `npm run faults -- --write`; `npm run faults -- --only 429/judging` plays one cell, a fault or a way alone.',
    `It ends with 1 when a cell breaks a promise or comes to no end. Services have ${timeoutsLine}.`,
    '',
    ...verdictsOf(all).map((line) => `- ${line.trim()}`),
    '',
    'A cell says what is stored and how many requests the provider got. What the user is told stands with the fault, `{name}` being',
    'the service; where a way has words of its own, they stand below. Each service that was asked beside is untouched.',
    '',
    ...printRows(all),
    '',
    '## Other words',
    '',
    ...otherWords(all),
    '',
  ].join('\n');
}

const seconds = (ms: number) => `${ms / 1000} s`;
const { firstToken, gap, total } = timeouts;
const timeoutsLine = `${seconds(firstToken)} for the first token, ${seconds(gap)} between two and ${seconds(total)} in all`;

function printRows(all: readonly Played[]): string[] {
  const head = ['fault', 'what the user is told', ...entryNames.map((name) => entryPoints[name].title)];
  const rows = faultNames.map((fault) => {
    const { title, sentence = '–' }: Fault = faults[fault];
    return [title, sentence, ...entryNames.map((entry) => cellOf(all, fault, entry))];
  });
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}

function cellOf(all: readonly Played[], fault: FaultName, entry: EntryName): string {
  const played = all.find(({ cell }) => cell.fault === fault && cell.entry === entry);
  if (!played?.seen) return '**undefined**';
  const calls = played.calls.filter(({ isProbe }) => isProbe === (entry === 'probe')).length;
  const text = `${played.seen.state}, ${calls}`;
  return brokenIn(played).length > 0 ? `**${text}**` : text;
}

function otherWords(all: readonly Played[]): string[] {
  const lines = all.flatMap(({ cell, seen }) => {
    const usual = (faults[cell.fault] as Fault).sentence?.replaceAll('{name}', cell.service);
    const { sentence } = expectedOf(cell);
    if (!seen?.sentence || seen.sentence === usual || sentence === undefined) return [];
    return [{ entry: entryPoints[cell.entry].title, fault: faults[cell.fault].title, sentence }];
  });
  const words = [...new Set(lines.map(({ entry, sentence }) => `${entry}\n${sentence}`))];
  return words.map((word) => {
    const [entry = '', sentence] = word.split('\n');
    const of = lines.filter((line) => line.entry === entry && line.sentence === sentence).map(({ fault }) => fault);
    return `- ${entry}, ${of.join(', ')}: ${sentence}`;
  });
}
