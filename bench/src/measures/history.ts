import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import type { Session } from '../client/session.js';
import { startPageServer } from '../floors/page-server.js';
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
const inWords = new Intl.ListFormat('en-GB', { type: 'conjunction' });
/** So often each list is read 500 times. */
const blocks = 5;
const wordOf = (round: number) => `w${200 + (round % 200) * 97}`;

/** Whose histories are read. */
type Readers = Record<'usual' | 'big' | 'exporter' | 'smaller' | 'longest', Reader>;

interface Reader {
  session: Session;
  userId: string;
  /** Of ten messages each. */
  conversations: number;
}

/** Lists, searches and exports at a million messages in a hundred thousand conversations. */
export async function history(rig: Rig): Promise<Measured> {
  const readers = await openReaders(rig);
  const admin = new pg.Client({ connectionString: urlOf(rig.stack.postgresUrl) });
  await admin.connect();
  const floor = await startPageServer();
  try {
    const keepers = Object.values(readers);
    await seedHistory(admin, keepers);
    await groupHistory(admin);
    const rows = [
      ...(await listRows(rig, floor, readers)),
      await pagesRow(rig, readers),
      ...(await exportRows(rig, readers)),
    ];
    if (process.argv.includes('--write')) {
      const stored = keepers.reduce((sum, { conversations }) => sum + 10 * conversations, 0);
      const plans = await explainHistory(admin, readers.big.userId, stored);
      await writeFile(new URL('../../../docs/query-plans.md', import.meta.url), plans);
    }
    return { rows, failures: [] };
  } finally {
    await floor.stop();
    await admin.end();
  }
}

async function openReaders(rig: Rig): Promise<Readers> {
  const sessions = await rig.stack.sessions(5);
  const share = rig.isQuick ? 0.02 : 1;
  const reader = async (at: number, conversations: number): Promise<Reader> => ({
    session: sessions[at]!,
    userId: await userIdOf(rig.stack.port, sessions[at]!),
    conversations: Math.round(conversations * share),
  });
  return {
    usual: await reader(0, 1_000),
    big: await reader(1, 5_000),
    exporter: await reader(2, 10_000),
    smaller: await reader(3, 2_000),
    longest: await reader(4, 82_000),
  };
}

type PageServer = Awaited<ReturnType<typeof startPageServer>>;

/** A list or a search of one reader, and how long each page of it may take. */
interface List {
  measure: string;
  limit: number;
  session: Session;
  pathOf: (round: number) => string;
}

/** Of each the median of several blocks' p95, the lists by turns: a neighbor of this machine is busy for seconds, and not during all blocks. */
async function listRows(rig: Rig, floor: PageServer, readers: Readers): Promise<Row[]> {
  const lists = listsOf(readers).map((list) => ({ ...list, p95s: [] as number[], body: '' }));
  const read = ({ session, pathOf }: List) => {
    return (round: number) => readPage(rig.stack.port, session, pathOf(round));
  };
  for (const each of lists) await warmUp(rig, read(each));
  for (let block = 0; block < blocks; block += 1) {
    for (const each of lists) {
      const { taken, body } = await timesOf(rig, read(each));
      each.p95s.push(p95(taken));
      each.body = body;
    }
  }
  const rows: Row[] = [];
  for (const { measure, limit, session, p95s, body } of lists) {
    await floor.answerWith(body);
    const readFloor = () => readPage(floor.port, session, '/');
    await warmUp(rig, readFloor);
    const value = p50(p95s);
    rows.push({
      measure: `history: ${measure}, p95`,
      ours: ms(value),
      floor: ms(p95((await timesOf(rig, readFloor)).taken)),
      goal: `≤ ${ms(limit)}`,
      verdict: atMost(value, limit),
    });
  }
  return rows;
}

function listsOf({ usual, big }: Readers): List[] {
  const of = (measure: string, limit: number, { session }: Reader, pathOf: List['pathOf']): List => {
    return { measure, limit, session, pathOf };
  };
  const search = (round: number) => `${list}&q=${wordOf(round)}`;
  return [
    of('list', 5, usual, () => list),
    of('search', 5, usual, search),
    of('list of comparisons', 5, usual, () => comparisons),
    of('list of comparisons of a user with 50,000 messages', 10, big, () => comparisons),
    of('search of comparisons', 5, usual, (round) => `${comparisons}&q=${wordOf(round)}`),
    of('search of a user with 50,000 messages', 10, big, search),
    of('search for a very common word', 25, big, () => `${list}&q=the`),
  ];
}

/** Of pages of one kind: the first requests meet code that is not compiled yet, and times fall until about the thousandth. */
async function warmUp(rig: Rig, read: (round: number) => Promise<Page>): Promise<void> {
  for (let round = rig.isQuick ? 10 : 1_500; round > 0; round -= 1) await read(round);
}

/** Milliseconds of each round, and the last page read. */
async function timesOf(rig: Rig, read: (round: number) => Promise<Page>): Promise<{ taken: number[]; body: string }> {
  const taken: number[] = [];
  let last = '';
  for (let round = 0; round < (rig.isQuick ? 20 : 500); round += 1) {
    const { ms, body } = await read(round);
    last = body;
    taken.push(ms);
  }
  return { taken, body: last };
}

async function pagesRow(rig: Rig, { exporter }: Readers): Promise<Row> {
  const far = await farPage(rig, exporter.session, rig.isQuick ? 3 : 90);
  const medianOf = async (path: string) => {
    const read = () => readPage(rig.stack.port, exporter.session, path);
    await warmUp(rig, read);
    return p50((await timesOf(rig, read)).taken);
  };
  const first = await medianOf(list);
  const late = await medianOf(far);
  return {
    measure: 'history: page 90 against page 1, p50',
    ours: `${ms(late)} / ${ms(first)}`,
    compared: times(late / first),
    goal: '≤ 1.2 ×',
    verdict: atMost(late / first, 1.2),
  };
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

async function exportRows(rig: Rig, { smaller, exporter, longest }: Readers): Promise<Row[]> {
  // The memory that the first export makes the runtime allocate is the same for every size.
  await exportOf(rig, smaller);
  const much = await exportOf(rig, exporter);
  const all = [smaller, exporter, longest];
  const live: Awaited<ReturnType<typeof liveDuringExport>>[] = [];
  for (const each of all) live.push(await liveDuringExport(rig, each));
  const held = Math.max(...live.map(({ growth }) => growth));
  return [
    {
      measure: `history: export of ${exporter.conversations} conversations, memory above before`,
      ours: `${mb(much.growth)} for ${mb(much.bytes)}`,
      goal: '≤ 100 MB',
      verdict: atMost(much.growth / 1024 / 1024, 100),
    },
    {
      measure: `history: memory held while ${inWords.format(all.map(({ conversations }) => String(conversations)))} conversations are exported`,
      ours: live.map(({ growth }) => `+${mb(growth)}`).join(', '),
      compared: `for ${inWords.format(live.map(({ bytes }) => mb(bytes)))}`,
      goal: '≤ +16 MB each',
      verdict: atMost(held / 1024 / 1024, 16),
    },
  ];
}

async function exportOf(rig: Rig, { session }: Reader) {
  const memory = await watchMemory(rig.stack.serverPids());
  const bytes = await readThrough(rig.stack.port, session, '/api/export-all?format=json');
  const { before, peak } = memory.stop();
  return { bytes, growth: peak - before };
}

/** What is held, not what V8 has not collected yet: that grows with every export, up to a limit of its own. */
async function liveDuringExport(rig: Rig, { session }: Reader) {
  const memory = await watchLiveMemory(() => rig.stack.liveBytes());
  const bytes = await readThrough(rig.stack.port, session, '/api/export-all?format=json');
  const { before, peak } = await memory.stop();
  return { bytes, growth: peak - before };
}

function urlOf(postgresUrl: string): string {
  const url = new URL(postgresUrl);
  url.pathname = '/polylogue';
  return url.href;
}
