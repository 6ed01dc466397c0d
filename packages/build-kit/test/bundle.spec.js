/** @import { ServerSlice } from '../src/slices.js' */
import { spawn } from 'node:child_process';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildNode } from '../src/build-node.js';
import { findFreePort, startBacking } from '../src/backing/index.js';
import { waitUntil } from '../src/backing/wait-until.js';
import { runCommand } from '../src/checks/run-command.js';
import { describeEnvironment } from '../src/launcher/environment.js';
import { keepSecrets } from '../src/secrets/secrets.js';
import { root, serverSlices } from '../src/slices.js';
import { whenChanged } from '../src/proofs/when-changed.js';
import { removeScratch, scratchFolder } from './scratch.js';

// Away from the checkout, so that no package is found but those of the bundle.
const slices = serverSlices();
const folders = [
  ...slices.map((slice) => relative(root, slice.folder)),
  'proto',
  'packages/service-kit',
  'packages/api-contract',
];
const proof = await whenChanged(test, [
  ...folders.flatMap((each) => [`${each}/src`, `${each}/package.json`]),
  'packages/build-kit',
]);
// Per change one is bundled, which has most beside its code: samples, the process that reads files and its libraries. The
// others are bundled by the same program, and the browser tests run all servers from a bundle.
const isFull = process.env.TEST_FULL === '1';
/** @type {import('node:child_process').ChildProcess[]} */
const running = [];
/** @type {import('../src/backing/index.js').Backing | undefined} */
let backing;
/** @type {string} */
let folder;
/** @type {import('../src/launcher/environment.js').StackEnvironment} */
let environment;
/** @type {string} */
let url;

beforeAll(async () => {
  folder = await scratchFolder();
  // Run without `npm test`, the servers may have been compiled some time ago.
  await buildNode();
  await bundle(isFull ? slices.map(({ name }) => name) : ['ai-dispatch']);
  if (isFull) await prepareProduct();
}, 600_000);

async function prepareProduct() {
  // Ports are looked for afterwards, shortly before their use.
  const env = { ...process.env, DATABASE_URL: '', NATS_URL: '', REDIS_URL: '' };
  backing = await startBacking({ folder, env, durable: false });
  /** @type {Record<string, number>} */
  const ports = {};
  for (const { name } of slices) {
    ports[`${name}-grpc`] = await findFreePort();
    ports[`${name}-health`] = await findFreePort();
  }
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  const secrets = await keepSecrets(
    folder,
    slices.map(({ name }) => name),
  );
  const given = {
    PATH: process.env.PATH,
    MIGRATE_AT_START: 'false',
    OLLAMA_URL: 'off',
    LM_STUDIO_URL: 'off',
    LOG_LEVEL: 'warn',
  };
  environment = describeEnvironment({
    slices,
    secrets,
    ports,
    backing,
    env: given,
    host: '127.0.0.1',
    port,
    dataDir: folder,
    root: folder,
  });
}

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await backing?.stop(true);
  await removeScratch();
});

/** @param {string[]} names */
async function bundle(names) {
  const places = names.flatMap((name) => [name, placeOf(name)]);
  const program = join(root, 'packages/build-kit/src/bundle/bundle-server.js');
  const { code, output } = await runCommand(process.execPath, [program, ...places]);
  if (code !== 0) throw new Error(output);
}

/** @param {string} name */
const placeOf = (name) => join(folder, 'bundles', name);

/** @param {string} name @param {NodeJS.ProcessEnv} env @param {...string} words */
function start(name, env, ...words) {
  const child = spawn(process.execPath, words, { cwd: placeOf(name), env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = new Promise((resolve) => child.once('close', resolve));
  running.push(child);
  return { child, ended, said: async () => (await said).join('') };
}

/** @param {string} name @param {NodeJS.ProcessEnv} env @param {...string} words */
async function runToEnd(name, env, ...words) {
  const { ended, said } = start(name, env, ...words);
  expect([await ended, await said()]).toEqual([0, expect.anything()]);
}

/** @returns {Promise<string>} the cookie of a new account */
async function signUp() {
  const account = {
    email: 'ada@example.org',
    password: 'correct horse battery',
    firstName: 'Ada',
    lastName: 'Lovelace',
  };
  const signedUp = await fetch(`${url}/api/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  expect(signedUp.status).toBe(201);
  const [cookie = ''] = (signedUp.headers.getSetCookie()[0] ?? '').split(';');
  return cookie;
}

if (isFull) {
  await proof(
    'the bundles prepare the database, start, are ready, serve a user, and end on SIGTERM',
    theyServe,
    300_000,
  );
}

async function theyServe() {
  await runToEnd('admin', environment.provision(), 'dist/server/provision.js');
  await Promise.all(
    slices.map((slice) => runToEnd(slice.name, environment.of(slice), 'dist/server/main.js', 'migrate')),
  );
  const servers = slices.map((slice) => ({
    slice,
    ...start(slice.name, environment.of(slice), 'dist/server/main.js'),
  }));

  /** @param {{ slice: ServerSlice } & ReturnType<typeof start>} server */
  const isReady = async ({ slice, ended, said }) => {
    const health = start(slice.name, environment.of(slice), 'dist/server/health.js');
    const gone = ended.then(async () => Promise.reject(new Error(`${slice.name} ended: ${await said()}`)));
    return (await Promise.race([health.ended, gone])) === 0;
  };
  for (const server of servers) {
    const ready = await waitUntil(() => isReady(server), { timeoutMs: 60_000, everyMs: 200 });
    expect([server.slice.name, ready]).toEqual([server.slice.name, true]);
  }

  const page = await fetch(`${url}/api/login`, { headers: { accept: 'text/html' } });
  expect([
    page.status,
    (await fetch(`${url}/api/login.css`)).status,
    (await fetch(`${url}/api/login.woff2`)).status,
  ]).toEqual([200, 200, 200]);
  expect((await fetch(`${url}/api/docs/swagger-ui.css`)).status).toBe(200);
  const cookie = await signUp();
  const upload = new FormData();
  upload.set('message', 'What does it say?');
  upload.set('mode', 'broadcast');
  upload.set('selectedAIs', JSON.stringify(['none']));
  upload.set('file', new Blob(['%PDF-1.7\nnothing of the kind']), 'letter.pdf');
  const sent = await fetch(`${url}/api/send-message-with-file`, {
    method: 'POST',
    headers: { cookie },
    body: upload,
  });
  // Said by the process that reads files.
  expect([sent.status, await sent.json()]).toEqual([422, expect.objectContaining({ code: 'corrupt' })]);

  for (const { child } of servers) child.kill('SIGTERM');
  expect(await Promise.all(servers.map(async ({ slice, ended }) => [slice.name, await ended]))).toEqual(
    slices.map(({ name }) => [name, 0]),
  );
}

await proof('the bundled demo brings its samples along', async () => {
  const port = await findFreePort();
  const { child } = start('ai-dispatch', { DEMO_PORT: String(port), DEMO_SPEED: '0' }, 'dist/server/demo.js');
  const body = JSON.stringify({ model: 'demo-voice', input: 'Hello' });
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  expect(await waitUntil(isUp, { timeoutMs: 60_000, everyMs: 100 })).toBe(true);
  const answer = await fetch(`http://127.0.0.1:${port}/compatible/v1/audio/speech`, { method: 'POST', body });
  expect([answer.status, (await answer.arrayBuffer()).byteLength > 10_000]).toEqual([200, true]);
  child.kill('SIGTERM');
});
