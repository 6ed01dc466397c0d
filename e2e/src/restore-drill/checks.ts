import { createHash } from 'node:crypto';
import { until, type FakeAi } from '@polylogue/test-kit';
import pg from 'pg';
import type { Account } from '../account.js';
import { Api } from '../api.js';
import type { Installation } from './installation.js';
import { drillService, json, providerKey, runsOf, type Used } from './use.js';

/** A promise, and what breaks it; nothing when it is kept. */
export interface Verdict {
  promise: string;
  broken: string[];
}

const patiently = { timeoutMs: 60_000 };
const atMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Longer than a claim ahead of its slot, a wake-up and a sweep for lost ones: a second run would have begun. */
const secondRunMs = 6_000;

/** What users see of their history and their pictures: the same bytes before and after. */
export async function seenBy({ url }: Installation, { user, media }: Used): Promise<string> {
  const api = new Api(url, user);
  const hash = createHash('sha256');
  const paths = ['/api/export-all?format=json', ...media.map((id) => `/api/media/${id}`)];
  for (const path of paths) {
    const answer = await api.fetch('GET', path);
    if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`);
    const body = Buffer.from(await answer.arrayBuffer());
    // The export says when it was made.
    const text = path.startsWith('/api/export-all') ? conversationsIn(body.toString()) : body;
    hash.update(path).update(text);
  }
  return hash.digest('hex');
}

const conversationsIn = (text: string) =>
  JSON.stringify((JSON.parse(text) as { conversations: unknown }).conversations);

/** What must hold once the restored installation runs. */
export async function checkRunning(installation: Installation, used: Used, vendor: FakeAi, seen: string) {
  const { url } = installation;
  const checks: [string, () => Promise<string[]>][] = [
    ['users who were signed in still are', () => signedIn(url, used.user)],
    ['passwords are known', () => signsIn(url, used.user)],
    [
      'each user sees the same history and pictures',
      async () => unless((await seenBy(installation, used)) === seen, 'they differ'),
    ],
    ['the slot that fell due before the restore runs once', () => ranOnce(url, used, vendor)],
    ['the slot that ran before the backup does not run again', () => stayedAsItWas(url, used, vendor)],
    ['provider keys are decrypted', () => decrypts(vendor)],
    ['events that were not sent are sent, and none is given up', () => eventsGo(installation)],
    ['the audit log is whole', () => auditIsWhole(url, used.admin)],
    ['users go on: a new message is answered and kept', () => goesOn(url, used.user)],
  ];
  const verdicts: Verdict[] = [];
  for (const [promise, check] of checks) {
    verdicts.push({ promise, broken: await check().catch((error: unknown) => [String(error)]) });
  }
  return verdicts;
}

const unless = (isKept: boolean, sentence: string) => (isKept ? [] : [sentence]);

async function signedIn(url: string, user: Account): Promise<string[]> {
  const { status } = await new Api(url, user).fetch('GET', '/api/auth/user');
  return unless(status === 200, `the session of before is answered ${status}`);
}

async function signsIn(url: string, { email, password }: Account): Promise<string[]> {
  const { status } = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
    redirect: 'manual',
  });
  return unless(status < 400, `signing in is answered ${status}`);
}

const asked = (vendor: FakeAi, content: string) =>
  vendor.requestsFor(drillService).filter(({ body }) => JSON.stringify(body.messages ?? []).includes(content));

async function ranOnce(url: string, { user, due }: Used, vendor: FakeAi): Promise<string[]> {
  const completed = async () => (await runsOf(url, user, due)).filter(({ status }) => status === 'completed');
  await until(async () => (await completed()).length > 0, patiently);
  await atMs(secondRunMs);
  const runs = await runsOf(url, user, due);
  return [
    ...unless(runs.length === 1, `it has ${runs.length} runs`),
    ...unless(
      asked(vendor, 'Falls due').length === 1,
      `the provider was asked ${asked(vendor, 'Falls due').length} times`,
    ),
  ];
}

async function stayedAsItWas(url: string, { user, ran }: Used, vendor: FakeAi): Promise<string[]> {
  const runs = await runsOf(url, user, ran);
  return [
    ...unless(runs.length === 1, `it has ${runs.length} runs`),
    ...unless(
      asked(vendor, 'Ran before').length === 1,
      `the provider was asked ${asked(vendor, 'Ran before').length} times`,
    ),
  ];
}

async function decrypts(vendor: FakeAi): Promise<string[]> {
  const last = asked(vendor, 'Falls due').at(-1);
  return unless(last?.headers.authorization === `Bearer ${providerKey}`, 'the provider was sent another key, or none');
}

async function eventsGo({ databaseUrl }: Installation): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ schema: string }>(
      `SELECT table_schema AS schema FROM information_schema.tables WHERE table_name = 'outbox' ORDER BY 1`,
    );
    const count = async (table: string, condition: string) => {
      const ofEach = rows.map(({ schema }) => `(SELECT count(*) FROM ${schema}.${table} WHERE ${condition})`);
      const found = await client.query<{ n: number }>(`SELECT (${ofEach.join(' + ')})::integer AS n`);
      return found.rows[0]!.n;
    };
    const isSent = await until(async () => (await count('outbox', 'sent_at IS NULL')) === 0, patiently).then(
      () => true,
      () => false,
    );
    const letters = await count('dead_letters', 'true');
    return [...unless(isSent, 'events wait after a minute'), ...unless(letters === 0, `${letters} were given up`)];
  } finally {
    await client.end();
  }
}

async function auditIsWhole(url: string, admin: Account): Promise<string[]> {
  const api = new Api(url, admin);
  const { isWhole, entries } = await json<{ isWhole: boolean; entries: number }>(
    api.fetch('GET', '/api/admin/audit/verification'),
  );
  return unless(isWhole && entries > 0, `of ${entries} entries one has another seal`);
}

async function goesOn(url: string, user: Account): Promise<string[]> {
  const api = new Api(url, user);
  const message = 'Said after the restore';
  for await (const event of api.send({ message, selectedAIs: [drillService], mode: 'individual' })) void event;
  const kept = JSON.stringify(await api.conversations());
  return unless(kept.includes(message) && kept.includes(`Hello from ${drillService}.`), 'it is not in History');
}
