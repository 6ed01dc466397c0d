import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNats } from '@polylogue/build-kit/backing';
import { connect, type StreamInfo } from 'nats';
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
  configFile: string;
  child?: ChildProcess;
}

const names = ['nats-0', 'nats-1', 'nats-2'] as const;

/** Starts the three, and waits until JetStream has a leader. */
export async function natsCluster(): Promise<NatsCluster> {
  const program = await findNats(process.env, () => {});
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-nats-'));
  const ports = await Promise.all(names.map(async () => ({ client: await freePort(), route: await freePort() })));
  const routes = ports.map(({ route }) => `nats-route://127.0.0.1:${route}`);
  const servers = await Promise.all(
    names.map(async (name, index): Promise<Server> => {
      const { client, route } = ports[index]!;
      const configFile = join(folder, `${name}.conf`);
      const config = [
        `server_name: ${name}`,
        'host: "127.0.0.1"',
        `port: ${client}`,
        `jetstream { store_dir: ${JSON.stringify(join(folder, name))} }`,
        `cluster { name: polylogue, host: "127.0.0.1", port: ${route}, routes: ${JSON.stringify(routes)} }`,
      ];
      await writeFile(configFile, config.join('\n'));
      return { name, url: `nats://127.0.0.1:${client}`, configFile };
    }),
  );
  const start = async (server: Server) => {
    const env = { ...process.env, ...program.env };
    server.child = spawn(program.path, ['-c', server.configFile], { cwd: folder, env, stdio: 'ignore' });
    await once(server.child, 'spawn');
  };
  const find = (name: string) => servers.find((server) => server.name === name)!;
  const isAlive = ({ child }: Server) => child?.exitCode === null && child.signalCode === null;
  const infoOf = async (stream: string): Promise<StreamInfo | undefined> => {
    const connection = await connect({ servers: servers.filter(isAlive).map(({ url }) => url), timeout: 2_000 });
    try {
      return await (await connection.jetstreamManager({ checkAPI: false })).streams.info(stream);
    } finally {
      await connection.close();
    }
  };
  const leaderOf = (stream: string) =>
    until(() => infoOf(stream).then((info) => info?.cluster?.leader), { timeoutMs: 30_000, what: 'a leader' });
  await Promise.all(servers.map(start));
  const hasJetStream = async () => {
    const connection = await connect({ servers: servers[0]!.url, timeout: 2_000 });
    const answered = await connection
      .jetstreamManager()
      .then((manager) => manager.getAccountInfo())
      .catch(() => undefined);
    await connection.close();
    return answered !== undefined;
  };
  await until(() => hasJetStream().catch(() => false), { timeoutMs: 30_000, what: 'JetStream' });
  return {
    url: servers[0]!.url,
    names,
    leaderOf,
    kill: (name) => killProcess(find(name).child!),
    restart: async (name, stream) => {
      await start(find(name));
      const isWhole = async () => {
        const { cluster } = (await infoOf(stream))!;
        return !!cluster?.leader && (cluster.replicas ?? []).every(({ current, offline }) => current && !offline);
      };
      await until(() => isWhole().catch(() => false), { timeoutMs: 30_000, what: `the copy of ${name}` });
    },
    close: async () => {
      await Promise.all(servers.map(({ child }) => child && killProcess(child)));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
