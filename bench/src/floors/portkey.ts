import { execFile, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort } from '@polylogue/build-kit/backing';
import { askEach, type CompletionsEndpoint } from '../client/completions.js';
import type { Session } from '../client/session.js';
import { now } from '../processes/clock.js';
import { cpuSeconds } from '../processes/usage.js';

export type Portkey = Awaited<ReturnType<typeof startPortkey>>;

const name = '@portkey-ai/gateway';
const version = '1.15.2';
const cache = resolve(import.meta.dirname, '../../../node_modules/.cache/polylogue/peers');
const readyMs = 30_000;

/**
 * Portkey's gateway, the peer that npm has: one call to one provider, nothing stored. It is brought into a cache the first
 * time, and is no dependency of this project.
 */
export async function startPortkey(upstreamPort: number) {
  await mkdir(cache, { recursive: true });
  const install = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', cache];
  await promisify(execFile)('npm', [...install, `${name}@${version}`], { cwd: cache });
  const port = await findFreePort();
  const preload = new URL('./mutable-response.js', import.meta.url).href;
  const program = join(cache, 'node_modules', name, 'build/start-server.js');
  const child = spawn(process.execPath, ['--import', preload, program, `--port=${port}`, '--headless'], {
    cwd: cache,
    stdio: 'ignore',
  });
  const agent = new Agent({ keepAlive: true });
  const headers = {
    authorization: 'Bearer not-a-secret',
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `http://127.0.0.1:${upstreamPort}/v1`,
  };
  const endpoint: CompletionsEndpoint = { port, headers, agent, modelOf: (service) => service };
  await answering(port);
  return {
    version,
    seconds: () => cpuSeconds([child.pid ?? 0]),
    /** A broadcast is as many calls at once as there are services; as many users as are requested. */
    sessions: (count: number): Pick<Session, 'broadcast'>[] =>
      Array.from({ length: count }, () => ({
        broadcast: (key, services) => askEach(endpoint, key, services),
      })),
    stop: () => {
      agent.destroy();
      const ended = new Promise<void>((settle) => child.once('exit', () => settle()));
      child.kill('SIGKILL');
      return ended;
    },
  };
}

async function answering(port: number): Promise<void> {
  for (const until = now() + readyMs; ; await pause(100)) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer) return;
    if (now() > until) throw new Error(`${name} did not answer within ${readyMs / 1000} s.`);
  }
}
