import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { probeTcp } from '../src/backing/probe-tcp.js';
import { findFreePort, isPortFree } from '../src/backing/ports.js';
import { waitUntil } from '../src/backing/wait-until.js';
import { fakeCheckout } from './fake-checkout.js';
import { runLauncher } from './run-launcher.js';
import { isAlive, removeScratch, scratchFolder } from './scratch.js';

/** @type {string} */
let checkout;
/** @type {number} */
let port;
/** @type {ReturnType<typeof runLauncher>[]} */
let launchers = [];

beforeAll(async () => {
  checkout = await fakeCheckout();
  port = await findFreePort();
});

afterEach(async () => {
  for (const { child } of launchers) child.kill('SIGKILL');
  await waitUntil(async () => (await ofThisCheckout()).length === 0, { timeoutMs: 60_000, everyMs: 50 });
  launchers = [];
});
afterAll(removeScratch);

/** @param {Partial<Parameters<typeof runLauncher>[1]>} [how] */
function launch(how = {}) {
  const launcher = runLauncher(checkout, { port, ...how });
  launchers.push(launcher);
  return launcher;
}

/** Every process that runs a program or keeps data of the checkout. */
async function ofThisCheckout() {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const mine = pids.filter((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return words.includes(checkout) || readlinkSync(`/proc/${pid}/cwd`).startsWith(checkout);
    } catch {
      return false;
    }
  });
  const alive = await Promise.all(mine.map((pid) => isAlive(Number(pid))));
  return mine.filter((_, at) => alive[at]);
}

/** @param {string} [path] @returns {Promise<{ pid: number, admin: string | null }>} */
const ask = async (path = '/') => JSON.parse(await (await fetch(`http://127.0.0.1:${port}${path}`)).text());
const isQuiet = () => waitUntil(async () => (await ofThisCheckout()).length === 0, { timeoutMs: 60_000, everyMs: 50 });

describe('npm start', () => {
  test('builds, starts everything and says one URL; Ctrl-C ends all of it and nothing else', async () => {
    const launcher = launch();
    await launcher.says(`Polylogue is ready at http://localhost:${port}`);
    expect(launcher.said()).toMatch(/postgres .* ready +\d/);
    expect(launcher.said()).toContain('servers ready (one process)');
    expect(await ask()).toMatchObject({ admin: null });
    const { nats } = JSON.parse(readFileSync(join(checkout, '.data/ports.json'), 'utf8'));
    expect(await probeTcp(nats, { expect: '"auth_required":true' })).toBe(true);
    launcher.child.kill('SIGINT');
    expect(await launcher.ended).toBe(0);
    expect(launcher.said()).toContain('Stopped. The data stays.');
    expect(await isQuiet()).toBe(true);
    expect(await isPortFree(port)).toBe(true);
  });

  test('says the setup code where other machines reach it, the same at each start, and not where none do', async () => {
    const said = async (/** @type {Record<string, string>} */ env) => {
      const launcher = launch({ env });
      await launcher.says('Polylogue is ready');
      if (env.HOST) await launcher.says('setup code');
      launcher.child.kill('SIGINT');
      await launcher.ended;
      return /setup code: ([\da-f]{4}(-[\da-f]{4}){4})$/m.exec(launcher.said())?.[1];
    };
    const code = await said({ HOST: '0.0.0.0' });
    expect(code).toBeDefined();
    expect(await said({})).toBeUndefined();
    expect(await said({ HOST: '0.0.0.0' })).toBe(code);
  });

  test('an address that is not of this machine is named before anything is started', async () => {
    const launcher = launch({ env: { HOST: '192.0.2.1' } });
    expect(await launcher.ended).toBe(1);
    expect(launcher.said()).toContain('Nothing can listen at HOST=192.0.2.1');
    expect(await isQuiet()).toBe(true);
  });

  test('a second Ctrl-C does not wait for a server that will not end', async () => {
    const launcher = launch({ env: { DEAF: '1', DRAIN_SECONDS: '600' } });
    await launcher.says('Polylogue is ready');
    const again = setInterval(() => launcher.child.kill('SIGINT'), 200);
    const code = await launcher.ended;
    clearInterval(again);
    expect(code).toBe(130);
    expect(launcher.said()).toContain('Stopping by force…');
    expect(await isQuiet()).toBe(true);
  });

  test('leaves nothing behind when it is killed, and starts again on the same data', async () => {
    const first = launch();
    await first.says('Polylogue is ready');
    first.child.kill('SIGKILL');
    await first.ended;
    const second = launch();
    await second.says('Polylogue is ready');
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(await isQuiet()).toBe(true);
  });

  test('ends with npm, also when npm is killed', async () => {
    const launcher = launch({ command: ['npm', 'start'], env: { npm_lifecycle_event: 'start' } });
    await launcher.says('Polylogue is ready');
    launcher.child.kill('SIGKILL');
    expect(await isQuiet()).toBe(true);
  });

  test('a second copy on the same data is refused in a sentence, with another folder it runs beside', async () => {
    await launch().says('Polylogue is ready');
    const refused = launch({ port: await findFreePort() });
    expect(await refused.ended).toBe(1);
    expect(refused.said()).toContain(`already runs with the data folder ${join(checkout, '.data')}`);
    const dataDir = await scratchFolder();
    const beside = launch({ port: await findFreePort(), env: { DATA_DIR: dataDir } });
    await beside.says('Polylogue is ready');
    beside.child.kill('SIGTERM');
    expect(await beside.ended).toBe(0);
    expect(await ask()).toMatchObject({ admin: null });
  });

  test('a taken port is named before anything is started', async () => {
    const other = createServer();
    await new Promise((resolve) => other.listen(port, () => resolve(undefined)));
    const launcher = launch();
    expect(await launcher.ended).toBe(1);
    other.close();
    expect(launcher.said()).toContain(`Port ${port} is taken by another program.`);
    expect(await isQuiet()).toBe(true);
  });

  test('with --separate each slice is a process, and one that crashes is started again', async () => {
    const launcher = launch({ args: ['--separate'] });
    await launcher.says('servers ready (one process each)');
    await launcher.says('Polylogue is ready');
    const before = (await ask()).pid;
    await ask('/crash').catch(() => undefined);
    await launcher.says('gateway ended with code 7; starting it again in 1 s');
    const isBack = () =>
      ask().then(
        ({ pid }) => pid !== before,
        () => false,
      );
    expect(await waitUntil(isBack, { timeoutMs: 60_000 })).toBe(true);
  });

  test('an interrupted start ends what it had started', async () => {
    const dataDir = join(await scratchFolder(), 'deep');
    await mkdir(dataDir);
    const launcher = launch({ env: { DATA_DIR: dataDir } });
    await launcher.says('postgres');
    launcher.child.kill('SIGINT');
    expect(await launcher.ended).toBe(1);
    expect(launcher.said()).toContain('Stopped while starting.');
    expect(await isQuiet()).toBe(true);
  });
});
