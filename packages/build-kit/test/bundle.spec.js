import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findFreePort, startBacking } from '../src/backing/index.js';
import { waitUntil } from '../src/backing/wait-until.js';
import { describeEnvironment } from '../src/launcher/environment.js';
import { keepSecrets } from '../src/launcher/secrets.js';
import { root, serverSlices } from '../src/launcher/slices.js';
import { removeScratch, scratchFolder } from './scratch.js';

// Away from the checkout, so that no package is found but those of the bundle.
const slices = serverSlices();
const running = [];
let backing;
let folder;
let environment;
let url;

beforeAll(async () => {
  folder = await scratchFolder();
  // A process each: webpack is slow inside a test's own realm. Ports are looked for afterwards, shortly before their use.
  for (const { name } of slices) await bundle(name);
  const env = { ...process.env, DATABASE_URL: '', NATS_URL: '', REDIS_URL: '' };
  backing = await startBacking({ folder, env, durable: false });
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
  const told = {
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
    env: told,
    port,
    dataDir: folder,
    root: folder,
  });
}, 600_000);

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await backing?.stop(true);
  await removeScratch();
});

async function bundle(name) {
  const words = [join(root, 'packages/build-kit/src/bundle/bundle-server.js'), name, placeOf(name)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const said = text(child.stderr);
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(await said);
}

const placeOf = (name) => join(folder, 'bundles', name);

function start(name, env, ...words) {
  const child = spawn(process.execPath, words, { cwd: placeOf(name), env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = new Promise((resolve) => child.once('close', resolve));
  running.push(child);
  return { child, ended, said: async () => (await said).join('') };
}

async function runToEnd(name, env, ...words) {
  const { ended, said } = start(name, env, ...words);
  expect([await ended, await said()]).toEqual([0, expect.anything()]);
}

test('the bundles prepare the database, start, are ready, serve a person, and end when they are told to', async () => {
  await runToEnd('admin', environment.provision(), 'dist/server/provision.js');
  await Promise.all(
    slices.map((slice) => runToEnd(slice.name, environment.of(slice), 'dist/server/main.js', 'migrate')),
  );
  const servers = slices.map((slice) => ({
    slice,
    ...start(slice.name, environment.of(slice), 'dist/server/main.js'),
  }));

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
  const cookie = signedUp.headers.getSetCookie()[0].split(';')[0];
  const upload = new FormData();
  upload.set('message', 'What does it say?');
  upload.set('mode', 'broadcast');
  upload.set('selectedAIs', JSON.stringify(['none']));
  upload.set('file', new Blob(['%PDF-1.7\nnothing of the kind']), 'letter.pdf');
  const sent = await fetch(`${url}/api/send-message-with-file`, { method: 'POST', headers: { cookie }, body: upload });
  // Said by the process that reads files.
  expect([sent.status, (await sent.json()).code]).toEqual([422, 'corrupt']);

  for (const { child } of servers) child.kill('SIGTERM');
  expect(await Promise.all(servers.map(async ({ slice, ended }) => [slice.name, await ended]))).toEqual(
    slices.map(({ name }) => [name, 0]),
  );
}, 300_000);
