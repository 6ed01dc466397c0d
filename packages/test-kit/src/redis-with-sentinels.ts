import { Redis } from 'ioredis';
import { redisNodes, type RedisNode } from './redis-nodes.js';
import { tcpProxy } from './tcp-proxy.js';
import { until } from './until.js';

/** A master, a replica and three sentinels that agree, behind one address that leads where the test says. */
export interface RedisWithSentinels {
  /** The address a slice is configured with: new connections through it go to one of the two. */
  url: string;
  master: RedisNode;
  replica: RedisNode;
  /** Says where new connections go from now on; nowhere without a node. Those that are open stay where they are. */
  leadTo(node: RedisNode | undefined): void;
  /** How many connections came through the address to a node and are open. */
  connectionsTo(node: RedisNode): number;
  /** Makes the sentinels promote the replica to master, while the master lives. */
  handOver(): Promise<void>;
  /** Resolves once a node says that it is the master. */
  becomesMaster(node: RedisNode): Promise<void>;
  /** Resolves once a node says that it follows another. */
  becomesReplica(node: RedisNode): Promise<void>;
  close(): Promise<void>;
}

const name = 'polylogue';
const password = 'test';

/** Starts them as `k8s/overlays/production/redis.yaml` does, only that sentinels lose patience after half a second. */
export async function redisWithSentinels(): Promise<RedisWithSentinels> {
  const nodes = await redisNodes();
  const clients = new Clients();
  const usual = ['save ""', 'maxmemory-policy noeviction', `requirepass ${password}`, `masterauth ${password}`];
  // So that a new replica need not wait for others.
  const master = await nodes.start([...usual, 'repl-diskless-sync-delay 0']);
  const replica = await nodes.start([...usual, `replicaof 127.0.0.1 ${master.port}`]);
  await until(() => clients.follows(replica), { what: 'the replica' });
  const sentinels = await Promise.all([1, 2, 3].map(() => nodes.start(watching(master), ['--sentinel'])));
  for (const sentinel of sentinels) await until(() => clients.agree(sentinel), { what: 'the sentinels' });
  const service = await tcpProxy(`redis://127.0.0.1:${master.port}`);
  return {
    master,
    replica,
    url: service.urlOf(`redis://:${password}@127.0.0.1:${master.port}`),
    leadTo: (node) => service.leadTo(node?.port),
    connectionsTo: (node) => service.connectionsTo(node.port),
    handOver: async () => void (await clients.of(sentinels[0]!).call('sentinel', 'failover', name)),
    becomesMaster: async (node) => void (await until(() => clients.isMaster(node), { what: 'a master' })),
    becomesReplica: async (node) => void (await until(() => clients.follows(node), { what: 'a replica' })),
    close: async () => {
      await service.close();
      clients.close();
      await nodes.close();
    },
  };
}

/** What sentinels are configured with. */
const watching = (master: RedisNode): string[] => [
  `sentinel monitor ${name} 127.0.0.1 ${master.port} 2`,
  `sentinel auth-pass ${name} ${password}`,
  `sentinel down-after-milliseconds ${name} 500`,
  `sentinel failover-timeout ${name} 3000`,
];

/** A client of each node, and what the nodes say of themselves. One that does not answer says nothing. */
class Clients {
  readonly #clients = new Map<RedisNode, Redis>();

  /** Of a sentinel without a password, which it does not ask for. */
  of(node: RedisNode, options: { password?: string } = {}): Redis {
    const known = this.#clients.get(node);
    if (known) return known;
    const client = new Redis(node.port, { ...options, maxRetriesPerRequest: 0 });
    client.on('error', () => {});
    this.#clients.set(node, client);
    return client;
  }

  async isMaster(node: RedisNode): Promise<boolean> {
    const [role] = await this.#roleOf(node);
    return role === 'master';
  }

  async follows(node: RedisNode): Promise<boolean> {
    const [role, , , link] = await this.#roleOf(node);
    return role === 'slave' && link === 'connected';
  }

  /** Whether a sentinel knows the two others and the replica. */
  async agree(sentinel: RedisNode): Promise<boolean> {
    const said = this.of(sentinel).call('sentinel', 'master', name) as Promise<string[]>;
    const fields = await said.catch((): string[] => []);
    const of = (key: string) => fields[fields.indexOf(key) + 1];
    return of('num-other-sentinels') === '2' && of('num-slaves') === '1';
  }

  close(): void {
    for (const client of this.#clients.values()) client.disconnect();
  }

  #roleOf(node: RedisNode) {
    return this.of(node, { password })
      .role()
      .catch(() => []);
  }
}
