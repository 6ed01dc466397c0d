import { promises, type PromiseName, type Violation } from './oracle.rules.js';
import type { Played } from './play.js';
import { killOutcomes } from './points.rules.js';

const seedOf = ({ marker }: Violation) => Number(/^m-(\d+)-/.exec(marker)?.[1] ?? NaN);

const names = Object.keys(promises) as PromiseName[];
/** A freeze of 40 s is felt four seeds later. */
const reachOfFaults = 4;

export const isKept = (all: readonly Played[]): boolean => all.every(({ violations }) => violations.length === 0);

/** PASS or FAIL for each promise; for each failure the seed, what went wrong then, and the history of the deed. */
export function verdictsOf(all: readonly Played[]): string[] {
  const found = all.flatMap((played) => played.violations.map((violation) => ({ violation, played })));
  return names.flatMap((name) => {
    const broken = found.filter(({ violation }) => violation.promise === name);
    const lines = broken.flatMap(({ violation, played }) => [
      `     ${violation.marker || 'all seeds'}: ${violation.because}`,
      ...historyOf(violation, played).map((line) => `       ${line}`),
    ]);
    return [`${broken.length === 0 ? 'PASS' : 'FAIL'} ${promises[name]}`, ...lines];
  });
}

function historyOf(violation: Violation, { harms, done, calls, seeds }: Played): string[] {
  const seed = seedOf(violation);
  const isNear = (of: number) => Number.isNaN(seed) || (of <= seed + 1 && of >= seed - reachOfFaults);
  const deed = done.find(({ marker }) => marker === violation.marker);
  const own = calls.filter(({ about }) => about === violation.marker);
  const time = (at: number) => new Date(at).toISOString().slice(11, 23);
  return [
    `repeat: npm run chaos -- --seeds ${seeds[0]}..${seeds.at(-1)}`,
    ...(deed ? [`${time(deed.begunAt)} user ${deed.user}: ${deed.kind} to ${deed.aiServices.join(', ')}`] : []),
    ...own.map(
      ({ number, aiService, at, isWhole }) =>
        `${time(at)} call ${number} of ${aiService}, ${isWhole ? 'whole' : 'broken off'}`,
    ),
    ...harms.filter((harm) => isNear(harm.seed)).map((harm) => `seed ${harm.seed}, ${harm.line}: ${harm.outcome}`),
  ];
}

/** What was played, in numbers. */
export function countsOf(all: readonly Played[]) {
  const done = all.flatMap((played) => played.done);
  const harms = all.flatMap((played) => played.harms);
  const kinds = (kind: string) => done.filter((deed) => deed.kind === kind).length;
  const isKill = ({ line }: { line: string }) => line.includes('kill -9');
  return {
    seeds: all.flatMap(({ seeds }) => seeds).length,
    faults: harms.length,
    kills: harms.filter(isKill).length,
    killsAtTheirPoint: harms.filter((harm) => isKill(harm) && harm.outcome.startsWith(killOutcomes.there)).length,
    messages: kinds('message'),
    replies: done.filter(({ kind }) => kind === 'message').flatMap(({ aiServices }) => aiServices).length,
    turns: kinds('chat'),
    runs: kinds('run'),
    slots: kinds('schedule'),
    webhooks: kinds('webhook'),
    imports: kinds('import'),
    exports: kinds('export'),
    erasures: done.filter(({ kind, isAcknowledged }) => kind === 'leave' && isAcknowledged).length,
    summaries: kinds('summary'),
    maps: kinds('map'),
    answers: kinds('answer'),
    judgings: done.filter(({ judgedAs }) => judgedAs !== undefined).length,
    deletions: done.flatMap(({ deleted }) => deleted).length,
    deliveries: all.reduce((sum, { deliveries }) => sum + deliveries, 0),
    calls: all.flatMap(({ calls }) => calls).length,
    failedTries: all.flatMap(({ failures }) => Object.values(failures)).reduce((sum, count) => sum + count, 0),
  };
}

/** The page of a run, for CI to attach. */
export function pageOf(all: readonly Played[]): string {
  const seeds = all.flatMap((played) => played.seeds);
  const counts = Object.entries(countsOf(all)).map(([name, count]) => `${name} ${count}`);
  const harms = all.flatMap((played) => played.harms);
  return [
    '# Chaos',
    '',
    `Seeds ${seeds[0]} to ${seeds.at(-1)}: ${counts.join(', ')}.`,
    '',
    '```',
    ...verdictsOf(all),
    '```',
    '',
    '| seed | fault | what came of it |',
    '| ---: | ----- | --------------- |',
    ...harms.map(
      ({ seed, line, outcome }) => `| ${seed} | ${line} | ${outcome.replaceAll('|', '\\|').replaceAll('\n', ' ')} |`,
    ),
    '',
  ].join('\n');
}
