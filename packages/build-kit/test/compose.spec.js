import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findFreePort } from '../src/backing/index.js';
import { waitUntil } from '../src/backing/wait-until.js';
import { root } from '../src/slices.js';

// Everything as an operator runs it: images, compose, nginx. Only where a container engine answers.
const hasEngine = spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 }).status === 0;
const isBuilt = process.env.POLYLOGUE_COMPOSE_BUILT === '1';
const project = 'polylogue-smoke';
const password = 'correct horse battery';
const ada = { email: 'ada@example.org', password, firstName: 'Ada', lastName: 'Lovelace' };
/** @typedef {RequestInit & { headers?: Record<string, string> }} Asking */

/** @type {number} */
let port;
/** @type {string | undefined} */
let cookie;

/** @param {string[]} words @param {{ input?: Buffer }} [how] */
function compose(words, { input } = {}) {
  const env = { ...process.env, PORT: String(port), COMPOSE_PROJECT_NAME: project };
  const limits = { maxBuffer: 1 << 28, timeout: 1_500_000 };
  const { status, stdout, stderr } = spawnSync('docker', ['compose', ...words], { cwd: root, env, input, ...limits });
  if (status !== 0) throw new Error(`docker compose ${words.join(' ')}\n${stderr}`);
  return stdout;
}

/** @param {string} path */
const url = (path) => `http://127.0.0.1:${port}${path}`;
/** @param {string} path @param {Asking} [how] */
const ask = (path, how = {}) => fetch(url(path), { ...how, headers: { cookie: cookie ?? '', ...how.headers } });
/** @param {object} body @param {Record<string, string>} [headers] @returns {Asking} */
const asJson = (body, headers = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** @param {string} message @param {string[]} names */
async function broadcast(message, names) {
  const body = { message, selectedAIs: names, mode: 'broadcast' };
  const answer = await ask('/api/send-message', asJson(body, { accept: 'text/event-stream' }));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/event-stream'),
  ]);
  const chunks = [];
  for await (const chunk of answer.body ?? []) chunks.push(new TextDecoder().decode(chunk));
  return { text: chunks.join(''), chunks: chunks.length };
}

async function namesOfServices() {
  /** @type {{ name: string }[]} */
  const services = JSON.parse(await (await ask('/api/ai-services')).text());
  return services.map(({ name }) => name);
}

// The connections kept from before are cut: the first question after a restart may find one of them.
const answersAgain = () =>
  waitUntil(async () => (await ask('/api/conversations').catch(() => undefined))?.status === 200, {
    timeoutMs: 60_000,
    everyMs: 500,
  });
const database = ['-h', '127.0.0.1', '-U', 'postgres', '-d', 'polylogue'];
const keysOnce = ['run', '--rm', '--no-deps', '-T', 'keys'];
const rowsOfMessages = () => String(compose(['exec', '-T', 'postgres', 'psql', ...database, '-Atc', digest]));
const digest = "SELECT count(*), md5(string_agg(m::text, '|' ORDER BY m.id)) FROM conversation.messages m";

const setupCode = () => /setup code: (\S+)/.exec(String(compose(['logs', '--no-color', 'keys'])))?.[1];

// A reason in the title: without an engine, this says what was not run.
(hasEngine ? describe : describe.skip)('compose, on a container engine that answers', () => {
  beforeAll(async () => {
    port = await findFreePort();
    compose(['up', '--detach', '--wait', ...(isBuilt ? ['--no-build'] : ['--build'])]);
  }, 1_800_000);
  afterAll(() => void compose(['down', '--volumes', '--timeout', '20']), 300_000);

  test('pages, slices and the API come through one port, each with its headers', async () => {
    const page = await ask('/history', { headers: { 'accept-encoding': 'br' } });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(page.headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
    expect([page.headers.get('content-encoding'), await page.text()]).toEqual([
      'br',
      expect.stringContaining('<div id="root">'),
    ]);
    const manifest = await ask('/slices/mfe-history/mf-manifest.json');
    expect([manifest.status, manifest.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    /** @type {{ exposes: [{ assets: { js: { sync: string[] } } }] }} */
    const { exposes } = JSON.parse(await manifest.text());
    const [chunk] = exposes[0].assets.js.sync;
    const script = await ask(`/slices/mfe-history/${chunk}`);
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(script.headers.get('content-type')).toContain('javascript');
    expect(await ask('/remotes.json').then((answer) => answer.json())).toHaveLength(6);
    expect((await ask('/api/config')).status).toBe(200);
  });

  test('health and gRPC ports are not behind it', async () => {
    for (const path of ['/metrics', '/healthz', '/readyz', '/api/../metrics', '/slices/gateway/x.js']) {
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    }
    const grpc = await ask('/admin.v1.UsersService/ListUsers', {
      method: 'POST',
      headers: { 'content-type': 'application/grpc' },
    });
    expect(grpc.headers.get('content-type')).not.toContain('grpc');
  });

  test('the first user signs up and gets the replies of all AI services as they stream', async () => {
    const signedUp = await ask('/api/signup', asJson({ ...ada, setupCode: setupCode() }));
    expect(signedUp.status).toBe(201);
    cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0];
    const names = await namesOfServices();
    expect(names.length).toBeGreaterThan(2);
    const { text, chunks } = await broadcast('Hello from behind nginx', names.slice(0, 3));
    expect(text).toContain('event: done');
    expect(chunks).toBeGreaterThan(5);
  });

  test('a service is started anew behind the same port', async () => {
    compose(['restart', 'conversation', 'gateway']);
    expect(await answersAgain()).toBe(true);
  }, 240_000);

  test('a backup holds everything: an empty installation restored from it has each message, key and session', async () => {
    const before = rowsOfMessages();
    expect(before).toMatch(/^[1-9]/);
    const dump = compose(['exec', '-T', 'postgres', 'pg_dump', ...database, '-Fc']);
    const keysAndMedia = compose([...keysOnce, 'tar', '-cf', '-', '-C', '/keys', 'owners', 'media']);
    await broadcast('Said after the backup', (await namesOfServices()).slice(0, 1));
    expect(rowsOfMessages()).not.toBe(before);
    compose(['down', '--volumes', '--timeout', '20']);
    compose([...keysOnce, 'tar', '-xf', '-', '-C', '/keys'], { input: keysAndMedia });
    compose(['run', '--rm', 'keys']);
    compose(['run', '--rm', 'provision']);
    const whole = ['--clean', '--if-exists', '--exit-on-error'];
    compose(['exec', '-T', 'postgres', 'pg_restore', ...database, ...whole], { input: dump });
    expect(rowsOfMessages()).toBe(before);
    compose(['up', '--detach', '--wait', '--no-build']);
    expect(rowsOfMessages()).toBe(before);
    expect(await answersAgain()).toBe(true);
  }, 600_000);
});
