import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { natsAuthorization } from '../nats/rights.js';
import { probeTcp } from './probe-tcp.js';
import { claimPort } from './ports.js';
import { findProgram, startSmallServer } from './small-server.js';

const wanted = {
  name: 'nats',
  programs: ['nats-server'],
  debian: { packages: ['nats-server'], program: 'usr/sbin/nats-server' },
  sentence:
    'NATS was not found. Install it (Debian, Ubuntu: apt-get install nats-server; macOS: brew install nats-server), ' +
    'set NATS_URL, or run: docker compose up',
};

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {(line: string) => void} report
 */
export const findNats = (env, report) => findProgram(wanted, env, report);

/** @param {import('./index.js').BackingContext} context */
export async function startNats(context) {
  const { folder, report, port, taken, env, natsUsers = [] } = context;
  const program = await findNats(env, report);
  const claimed = await claimPort('NATS', port, taken);
  const store = join(folder, 'nats');
  await mkdir(store, { recursive: true, mode: 0o700 });
  const config = [
    'host: "127.0.0.1"',
    `port: ${claimed}`,
    `jetstream { store_dir: ${JSON.stringify(store)}, max_memory_store: 64MB, max_file_store: 4GB }`,
    natsUsers.length > 0 ? natsAuthorization(natsUsers) : '',
  ].join('\n');
  const isReady = () => probeTcp(claimed, { expect: '"jetstream":true', timeoutMs: 200 });
  const server = await startSmallServer({ name: 'nats', program, config, args: ['-c'], isReady }, context);
  const { version, source } = program;
  return { url: `nats://127.0.0.1:${claimed}`, port: claimed, version, source, server };
}
