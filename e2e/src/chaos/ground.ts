import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findFreePort } from '@polylogue/build-kit/backing';
import { startStack, type Stack } from '@polylogue/build-kit/run';
import type { CurrentUser, NoticeKind } from '@polylogue/api-contract';
import {
  postgresWithStandby,
  startPostReceiver,
  type PostgresWithStandby,
  type PostReceiver,
} from '@polylogue/test-kit';
import {
  clusterEnvironment,
  findClusterPorts,
  nextHost,
  openDiscovery,
  type Discovery,
} from '@polylogue/test-kit/cluster';
import { inLanes } from '../abuse/call.js';
import { signUp, type Account } from '../account.js';
import { Api } from '../api.js';
import { SmallDisks } from './disk.js';
import { KeptReplica } from './kept-replica.js';
import { aiServices, slices, usersCount, type SliceName } from './plan.rules.js';
import { startProvider, type RecordingProvider } from './provider.js';

/** What seeds are played on. */
export interface Ground {
  /** Of the gateways. */
  url: string;
  databaseUrl: string;
  accounts: Account[];
  provider: RecordingProvider;
  /** Where all users have their notices sent, each to a path of their own. */
  receiver: PostReceiver;
  postgres: PostgresWithStandby;
  disks: SmallDisks;
  stack: Stack;
  folder: string;
  processesOf(slice: SliceName): KeptReplica[];
  /** `isKept`: logs stay, to find out what went wrong. */
  stop(isKept: boolean): Promise<void>;
}

const root = resolve(import.meta.dirname, '../../..');
const colors = ['#097C56', '#036EAE', '#AC430E', '#487906'];

/** Nothing of the plan is refused for being too much; processes that end make room soon. */
const environment = {
  AI_DISPATCH_USER_CALLS_PER_MINUTE: '1000000',
  QUALITY_MODE: 'manual',
  QUALITY_DAILY_CALLS: '1000000',
  SIGN_IN_TRIES_PER_ADDRESS: '10000',
  // Shorter than a reply: who is told to end releases leases.
  DRAIN_SECONDS: '1',
  LOG_LEVEL: 'warn',
};

/** The product as it is operated: PostgreSQL with a standby, each slice in several processes that find each other by name. */
export async function openGround(replicas: number, report: (line: string) => void): Promise<Ground> {
  const opened: (() => unknown)[] = [];
  const closeAll = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const folder = join(root, '.data', `chaos-${process.pid}`);
    for (const each of ['logs', 'hits']) await mkdir(join(folder, each), { recursive: true, mode: 0o711 });
    const disks = new SmallDisks();
    opened.push(() => disks.unmountAll());
    const onDisks = { onFolder: (each: string) => disks.mount(each), onEnd: () => disks.unmountAll() };
    const postgres = await postgresWithStandby(onDisks);
    opened.push(() => postgres.close());
    const provider = await startProvider();
    opened.push(() => provider.close());
    const receiver = await startPostReceiver();
    opened.push(() => receiver.close());
    const own = { DATABASE_URL: postgres.url, ADMIN_ALLOWED_NETWORKS: new URL(receiver.url).host };
    const stack = await startOnce(folder, own, provider.url, report);
    opened.push(() => stack.stop({ force: true }));
    const accounts = await signUpAll(stack.url, receiver.url);
    await stack.processes['servers']!.stop(10_000);
    const { url, all } = await openCluster(replicas, { folder, stack, opened });
    const database = new URL(postgres.url);
    database.pathname = '/polylogue';
    return {
      url,
      databaseUrl: database.href,
      accounts,
      provider,
      receiver,
      postgres,
      disks,
      stack,
      folder,
      processesOf: (slice) => all.get(slice)!,
      stop: async (isKept) => {
        await closeAll();
        if (!isKept) await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Every slice in several processes, in place of the one. */
async function openCluster(
  replicas: number,
  { folder, stack, opened }: { folder: string; stack: Stack; opened: (() => unknown)[] },
) {
  const ports = await findClusterPorts();
  const discovery = await openDiscovery(ports.http);
  opened.push(() => discovery.close());
  const inside = new URL('./inside.js', import.meta.url).href;
  const shared = {
    ...stack.environment,
    SESSION_COOKIE: `polylogue.${new URL(stack.url).port}`,
    ...clusterEnvironment(ports, discovery.dns, `${process.env['NODE_OPTIONS'] ?? ''} --import ${inside}`),
  };
  const all = startAll(replicas, { folder, discovery, healthPort: ports.health, environment: shared });
  const processes = [...all.values()].flat();
  opened.push(() => processes.forEach((replica) => replica.stop()));
  await Promise.all(processes.map((replica) => replica.ready()));
  return { url: `http://127.0.0.1:${discovery.port}`, all };
}

interface Common {
  folder: string;
  discovery: Discovery;
  healthPort: number;
  environment: NodeJS.ProcessEnv;
}

function startAll(replicas: number, common: Common): Map<SliceName, KeptReplica[]> {
  const start = (slice: SliceName, replica: number) => new KeptReplica({ ...common, slice, replica, host: nextHost() });
  return new Map(slices.map((slice) => [slice, Array.from({ length: replicas }, (_, index) => start(slice, index))]));
}

/** In one process, which makes roles, schemas and tables. */
async function startOnce(
  dataDir: string,
  settings: Record<string, string>,
  providerUrl: string,
  report: (line: string) => void,
) {
  const servicesFile = join(dataDir, 'services.json');
  const catalog = aiServices.map((name, index) => {
    const shown = { displayName: `Service ${name}`, color: colors[index], category: 'text' };
    const called = { provider: 'openai-compatible', model: name, baseUrl: providerUrl, apiKey: 'not-a-key' };
    return { name, ...shown, ...called };
  });
  await writeFile(servicesFile, JSON.stringify(catalog));
  const { NATS_URL: _nats, REDIS_URL: _redis, ...inherited } = process.env;
  const own = { ...environment, ...settings, AI_SERVICES_FILE: servicesFile };
  return startStack({ dataDir, port: await findFreePort(), durable: false, env: { ...inherited, ...own }, report });
}

const kinds: NoticeKind[] = ['run_finished', 'run_failed'];
const signUpLanes = 5;

/** Users who are told of every run: the first is the administrator, who approves the others, some at a time. */
async function signUpAll(url: string, receiverUrl: string): Promise<Account[]> {
  const accounts: Account[] = [];
  const join = async (index: number) => {
    const account = await signUp(url);
    accounts[index] = account;
    if (index > 0) await approve(url, accounts[0]!, account);
    const api = new Api(url, account);
    await must(api.fetch('PUT', '/api/notices/preferences', { inApp: kinds }), 'The preferences');
    const target = { kind: 'webhook', address: `${receiverUrl}/${index}`, noticeKinds: kinds };
    await must(api.fetch('POST', '/api/notice-targets', target), 'The target of notices');
  };
  await join(0);
  const others = Array.from({ length: usersCount - 1 }, (_, at) => at + 1);
  await inLanes(others, signUpLanes, join);
  return accounts;
}

async function must(answer: Promise<Response>, what: string): Promise<Response> {
  const response = await answer;
  if (!response.ok) throw new Error(`${what} answered ${response.status}: ${await response.text()}`);
  return response;
}

async function approve(url: string, administrator: Account, account: Account): Promise<string> {
  const { id } = (await (
    await must(new Api(url, account).fetch('GET', '/api/auth/user'), 'The user')
  ).json()) as CurrentUser;
  await must(new Api(url, administrator).fetch('POST', `/api/admin/users/${id}/approve`), 'Approving');
  return id;
}

/** A user who will be erased: their name and e-mail are words to look for as well. */
export interface Leaver {
  id: string;
  account: Account;
}

/** Signs one up, while nothing goes wrong. */
export async function signUpLeaver({ url, accounts }: Ground, word: string): Promise<Leaver> {
  const account = await signUp(url, word);
  return { account, id: await approve(url, accounts[0]!, account) };
}
