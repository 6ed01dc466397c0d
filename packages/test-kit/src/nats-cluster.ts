import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNats } from '@polylogue/build-kit/backing';
import { connect, type JetStreamManager, type StreamInfo } from 'nats';
import { freePort } from './free-port.js';
import { killProcess } from './kill-process.js';
import { until } from './until.js';

/** Three NATS servers that keep a JetStream together, as `k8s/overlays/production/nats.values.yaml` has them. */
export interface NatsCluster {
  /** Of the first server; a client learns of the others from it. */
  url: string;
  /** The server that leads a stream. */
  leaderOf(stream: string): Promise<string>;
  /** All servers, by name. */
  names: readonly string[];
  /** As a machine that crashes: no client is notified. */
  kill(name: string): Promise<void>;
  /** Starts it again with what it had kept, and waits until its copy of the stream is whole. */
  restart(name: string, stream: string): Promise<void>;
  close(): Promise<void>;
}

interface Server {
  name: string;
  url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  isAlive(): boolean;
}

const names = ['nats-0', 'nats-1', 'nats-2'] as const;
const timeoutMs = 30_000;

/** Starts the three, and waits until JetStream has a leader. */
export async function natsCluster(): Promise<NatsCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-nats-'));
  const servers = await makeServers(folder);
  const find = (name: string) => servers.find((server) => server.name === name)!;
  const infoOf = (stream: string) =>
    withManager(
      servers.filter((server) => server.isAlive()),
      (manager) => manager.streams.info(stream),
    ).catch(() => undefined);
  await Promise.all(servers.map((server) => server.start()));
  const account = () => withManager(servers, (manager) => manager.getAccountInfo()).catch(() => undefined);
  await until(account, { timeoutMs, what: 'JetStream' });
  return {
    url: servers[0]!.url,
    names,
    leaderOf: (stream) =>
      until(async () => (await infoOf(stream))?.cluster?.leader, { timeoutMs, what: 'a leader of the stream' }),
    kill: (name) => find(name).kill(),
    restart: async (name, stream) => {
      await find(name).start();
      await until(async () => isWhole(await infoOf(stream)), { timeoutMs, what: `the copy of ${name}` });
    },
    close: async () => {
      await Promise.all(servers.map((server) => server.kill()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeServers(folder: string): Promise<Server[]> {
  const program = await findNats(process.env, () => {});
  const ports = await Promise.all(names.map(async () => ({ client: await freePort(), route: await freePort() })));
  const routes = JSON.stringify(ports.map(({ route }) => `nats-route://127.0.0.1:${route}`));
  return Promise.all(
    names.map(async (name, index) => {
      const { client, route } = ports[index]!;
      const file = join(folder, `${name}.conf`);
      const config = [
        `server_name: ${name}`,
        'host: "127.0.0.1"',
        `port: ${client}`,
        `jetstream { store_dir: ${JSON.stringify(join(folder, name))} }`,
        `cluster { name: polylogue, host: "127.0.0.1", port: ${route}, routes: ${routes} }`,
      ];
      await writeFile(file, config.join('\n'));
      let child: ChildProcess | undefined;
      return {
        name,
        url: `nats://127.0.0.1:${client}`,
        start: async () => {
          const env = { ...process.env, ...program.env };
          child = spawn(program.path, ['-c', file], { cwd: folder, env, stdio: 'ignore' });
          await once(child, 'spawn');
        },
        kill: async () => void (child && (await killProcess(child))),
        isAlive: () => child?.exitCode === null && child.signalCode === null,
      };
    }),
  );
}

async function withManager<T>(servers: readonly Server[], work: (manager: JetStreamManager) => Promise<T>): Promise<T> {
  const connection = await connect({ servers: servers.map(({ url }) => url), timeout: 2_000 });
  try {
    return await work(await connection.jetstreamManager({ checkAPI: false }));
  } finally {
    await connection.close();
  }
}

function isWhole(info: StreamInfo | undefined): boolean {
  const { leader, replicas = [] } = info?.cluster ?? {};
  return leader !== undefined && leader !== '' && replicas.every(({ current, offline }) => current && !offline);
}
