import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import type { Session } from '../client/session.js';
import { explainHistory } from '../history/explain-history.js';
import { readPage, readThrough, userIdOf, type Page } from '../history/read-history.js';
import { seedHistory, groupHistory } from '../history/seed-history.js';
import { watchLiveMemory } from '../processes/watch-live-memory.js';
import { watchMemory } from '../processes/watch-memory.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { p50, p95 } from '../table/quantile.rules.js';
import { atMost, mb, ms, times, type Row } from '../table/rows.rules.js';

const list = '/api/conversations?includeAll=true&messages=none&limit=50';
const comparisons = '/api/comparisons?limit=50';

/** Lists, searches and exports at a million messages in a hundred thousand conversations. */
export async function history(rig: Rig): Promise<Measured> {
  const sessions = await rig.stack.sessions(5);
  const [usual, big, exporter, smaller, longest] = sessions as [Session, Session, Session, Session, Session];
  const ids = await Promise.all(sessions.map((each) => userIdOf(rig.stack.port, each)));
  const share = rig.isQuick ? 0.02 : 1;
  const counts = [1_000, 5_000, 10_000, 2_000, 82_000].map((count) => Math.round(count * share));
  const admin = new pg.Client({ connectionString: urlOf(rig.stack.postgresUrl) });
  await admin.connect();
  try {
    await fill(admin, ids, counts);
    const read = (session: Session, path: string) => readPage(rig.stack.port, session, path);
    const rounds = rig.isQuick ? 20 : 500;
    // The first requests meet code that is not compiled yet: times fall until about the thousandth.
    const warmRounds = rig.isQuick ? 10 : 1_500;
    const repeat = async (session: Session, pathOf: (round: number) => string, warm = warmRounds) => {
      const taken: number[] = [];
      for (let round = -warm; round < rounds; round += 1) {
        const page = await read(session, pathOf(Math.abs(round)));
        if (round >= 0) taken.push(page.ms);
      }
      return taken;
    };
    const word = (round: number) => `${list}&q=w${200 + (round % 200) * 97}`;
    const listed = p95(await repeat(usual, () => list));
    const searched = p95(await repeat(usual, word));
    const searchedBig = p95(await repeat(big, word));
    const common = p95(await repeat(big, () => `${list}&q=the`));
    const compared = await timesOfComparisons({ repeat, word, usual, big });
    const far = await farPage(rig, exporter, rig.isQuick ? 3 : 90);
    const first = await repeat(exporter, () => list);
    const late = await repeat(exporter, () => far);
    const ratio = p50(late) / p50(first);
    // The memory that the first export makes the runtime allocate is the same for every size.
    await exportOf(rig, smaller);
    const much = await exportOf(rig, exporter);
    const live = [];
    for (const each of [smaller, exporter, longest]) live.push(await liveDuringExport(rig, each));
    const [few, many, most] = live as [Live, Live, Live];
    const held = Math.max(...live.map(({ growth }) => growth));
    if (process.argv.includes('--write')) {
      await writeFile(
        new URL('../../../docs/query-plans.md', import.meta.url),
        await explainHistory(admin, ids[1]!, 10 * counts.reduce((sum, count) => sum + count, 0)),
      );
    }
    const row = (measure: string, value: number, limit: number): Row => ({
      measure: `history: ${measure}`,
      ours: ms(value),
      goal: `≤ ${ms(limit)}`,
      verdict: atMost(value, limit),
    });
    return {
      rows: [
        row('list, p95', listed, 5),
        row('search, p95', searched, 5),
        ...compared.map(([measure, value, limit]) => row(measure, value, limit)),
        row('search of a user with 50,000 messages, p95', searchedBig, 10),
        row('search for a very common word, p95', common, 25),
        {
          measure: 'history: page 90 against page 1, p50',
          ours: `${ms(p50(late))} / ${ms(p50(first))}`,
          compared: times(ratio),
          goal: '≤ 1.2 ×',
          verdict: atMost(ratio, 1.2),
        },
        {
          measure: `history: export of ${counts[2]} conversations, memory above before`,
          ours: `${mb(much.growth)} for ${mb(much.bytes)}`,
          goal: '≤ 100 MB',
          verdict: atMost(much.growth / 1024 / 1024, 100),
        },
        {
          measure: `history: memory held while ${counts[3]}, ${counts[2]} and ${counts[4]} conversations are exported`,
          ours: live.map(({ growth }) => `+${mb(growth)}`).join(', '),
          compared: `for ${mb(few.bytes)}, ${mb(many.bytes)} and ${mb(most.bytes)}`,
          goal: '≤ +16 MB each',
          verdict: atMost(held / 1024 / 1024, 16),
        },
      ],
      failures: [],
    };
  } finally {
    await admin.end();
  }
}

async function fill(admin: pg.Client, ids: readonly string[], counts: readonly number[]): Promise<void> {
  await seedHistory(
    admin,
    ids.map((userId, at) => ({ userId, conversations: counts[at]! })),
  );
  await groupHistory(admin);
}

interface Lists {
  repeat: (session: Session, pathOf: (round: number) => string) => Promise<number[]>;
  word: (round: number) => string;
  usual: Session;
  big: Session;
}

/** The same lists by comparison: what is measured, how long it took, and how long it may take. */
const timesOfComparisons = async ({ repeat, word, usual, big }: Lists): Promise<[string, number, number][]> => [
  ['list of comparisons, p95', p95(await repeat(usual, () => comparisons)), 5],
  ['list of comparisons of a user with 50,000 messages, p95', p95(await repeat(big, () => comparisons)), 10],
  ['search of comparisons, p95', p95(await repeat(usual, (round) => word(round).replace(list, comparisons))), 5],
];

async function exportOf(rig: Rig, session: Session) {
  const memory = await watchMemory(rig.stack.serverPids());
  const bytes = await readThrough(rig.stack.port, session, '/api/export-all?format=json');
  const { before, peak } = memory.stop();
  return { bytes, peak, growth: peak - before };
}

type Live = Awaited<ReturnType<typeof liveDuringExport>>;

/** What is held, not what V8 has not collected yet: that grows with every export, up to a limit of its own. */
async function liveDuringExport(rig: Rig, session: Session) {
  const memory = await watchLiveMemory(() => rig.stack.liveBytes());
  const bytes = await readThrough(rig.stack.port, session, '/api/export-all?format=json');
  const { before, peak } = await memory.stop();
  return { bytes, growth: peak - before };
}

async function farPage(rig: Rig, session: Session, pages: number): Promise<string> {
  let path = list;
  for (let page = 1; page < pages; page += 1) {
    const { next }: Page = await readPage(rig.stack.port, session, path);
    if (!next) throw new Error(`History ends at page ${page}.`);
    path = next;
  }
  return path;
}

function urlOf(postgresUrl: string): string {
  const url = new URL(postgresUrl);
  url.pathname = '/polylogue';
  return url.href;
}
