import { randomUUID } from 'node:crypto';
import type { AnswerOf, createSavedQuery, getSavedQuery } from '@polylogue/api-contract';
import { until, type FakeAi } from '@polylogue/test-kit';
import pg from 'pg';
import { signUp, type Account } from '../account.js';
import { Api } from '../api.js';
import { useEverything } from '../use-everything.js';
import type { Installation } from './installation.js';

export const drillService = 'drill';
export const providerKey = 'sk-kept-by-the-backup';
const secret = 'backupword';

/** Who uses the installation, and what they made in it that is looked for again. */
export interface Used {
  admin: Account;
  user: Account;
  media: string[];
  /** Saved queries: one whose slot ran before the backup, and one whose slot falls due before it is restored. */
  ran: number;
  due: number;
}

/** Uses everything there is, then adds an AI service with a key, and two queries that are asked of it by schedule. */
export async function use(installation: Installation, vendor: FakeAi): Promise<Used> {
  const { url } = installation;
  const admin = await signUp(url, 'Ines');
  const user = await signUp(url, 'Marta');
  const { id } = await json<{ id: string }>(new Api(url, user).fetch('GET', '/api/auth/user'));
  await json(new Api(url, admin).fetch('POST', `/api/admin/users/${id}/approve`, {}));
  const { media } = await useEverything(url, user, secret);
  const service = { name: drillService, displayName: 'Drill', color: '#097C56', category: 'text', model: drillService };
  const added = { ...service, provider: 'openai-compatible', baseUrl: vendor.url, apiKey: providerKey };
  await json(new Api(url, admin).fetch('POST', '/api/admin/ai-services', added));
  const [ran, due] = [await schedule(url, user, 'Ran before'), await schedule(url, user, 'Falls due')];
  await fallDue(installation, ran);
  await until(async () => (await runsOf(url, user, ran)).some(({ status }) => status === 'completed'), {
    timeoutMs: 60_000,
  });
  return { admin, user, media, ran, due };
}

/** A query that is asked daily, far from now. */
async function schedule(url: string, user: Account, content: string): Promise<number> {
  const scheduleTime = `${String((new Date().getUTCHours() + 12) % 24).padStart(2, '0')}:00`;
  const daily = { isScheduled: true, scheduleFrequency: 'daily', scheduleTime, timeZone: 'UTC' };
  const query = { title: content, content, selectedAiServices: [drillService], ...daily };
  const headers = { 'idempotency-key': randomUUID() };
  const made = json<AnswerOf<typeof createSavedQuery>>(
    new Api(url, user).fetch('POST', '/api/saved-queries', query, headers),
  );
  return (await made).id;
}

/** Lets the next slot of a query be a moment ago. */
export async function fallDue({ databaseUrl }: Installation, queryId: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `UPDATE scheduler.saved_queries SET next_run_at = date_trunc('milliseconds', now() - interval '1 second') WHERE id = $1`,
      [queryId],
    );
  } finally {
    await client.end();
  }
}

export async function runsOf(url: string, user: Account, queryId: number) {
  const path = `/api/saved-queries/${queryId}`;
  return (await json<AnswerOf<typeof getSavedQuery>>(new Api(url, user).fetch('GET', path))).executions;
}

export async function json<T>(response: Promise<Response>): Promise<T> {
  const answer = await response;
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}
