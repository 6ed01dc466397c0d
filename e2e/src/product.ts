import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findLocalBundle } from '@polylogue/build-kit/bundle';
import { startStack, type Stack } from '@polylogue/build-kit/run';
import { backingUrls, databasePassword, freePort } from '@polylogue/test-kit';
import { connect } from 'nats';
import { productDatabase, sliceNames } from './product-database.js';

/** The product as `npm start` runs it, on a port and in a folder of its own. */
export type Product = Pick<Stack, 'url' | 'processes' | 'backing' | 'environment'> & {
  /** Its database, as an administrator. */
  databaseUrl: string;
  /** Where it keeps all that is neither in PostgreSQL, NATS nor Redis. */
  folder: string;
  stop(): Promise<void>;
};

/** How a test wants the product. */
export interface ProductOptions {
  /** One process per slice; as `npm test -- --full` has it for every spec (E2E_SEPARATE) when absent. */
  separate?: boolean;
  /** A port that something depends on before the start; any free one when absent. */
  port?: number;
  /** The catalog; the demo services when absent. */
  aiServices?: readonly Record<string, unknown>[];
  env?: Record<string, string>;
}

// The developer's own keys must not turn tests into calls that cost money.
const isVendorKey = (name: string) => /_API_KEY$|^AI_SERVICES_FILE$|^OLLAMA_/.test(name);

/**
 * Starts the product from what was built, in the PostgreSQL, NATS and Redis of the run: with a database, a stream and
 * keys of its own there, so that two never meet.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { separate = process.env['E2E_SEPARATE'] === '1', port, aiServices, env = {} } = options;
  const folder = await mkdtemp(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'product-'));
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isVendorKey(name)));
  const catalogFile = join(folder, 'ai-services.json');
  if (aiServices) await writeFile(catalogFile, JSON.stringify(aiServices));
  const database = await productDatabase();
  await keepPasswords(folder);
  const { postgres, nats, redis } = backingUrls();
  const stack = await startStack({
    dataDir: folder,
    port: port ?? (await freePort()),
    separate,
    bundle: await findLocalBundle(),
    durable: false,
    report: reportCrashes(),
    env: {
      ...inherited,
      DATABASE_URL: postgres,
      DATABASE_NAME: database.name,
      NATS_URL: nats,
      REDIS_URL: redis,
      EVENTS_PREFIX: database.name,
      DRAIN_SECONDS: '2',
      ...(aiServices ? { AI_SERVICES_FILE: catalogFile } : {}),
      ...env,
    },
  });
  return {
    url: stack.url,
    processes: stack.processes,
    backing: stack.backing,
    databaseUrl: database.adminUrl,
    folder,
    environment: stack.environment,
    stop: async () => {
      await stack.stop({ force: true });
      if (stack.backing.nats.url === nats) await dropStream(nats, database.name);
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Tests that search everything in NATS must not find the streams of earlier products. */
async function dropStream(url: string, prefix: string): Promise<void> {
  const connection = await connect({ servers: new URL(url).host });
  try {
    await (await connection.jetstreamManager()).streams.delete(prefix.toUpperCase());
  } finally {
    await connection.close();
  }
}

/** Roles belong to the whole PostgreSQL cluster: every product of a run has to give them the same passwords. */
async function keepPasswords(folder: string): Promise<void> {
  const passwords = { owner: databasePassword, app: databasePassword, worker: databasePassword };
  const databasePasswords = Object.fromEntries((await sliceNames()).map((name) => [name, passwords]));
  await writeFile(join(folder, 'secrets.json'), JSON.stringify({ databasePasswords }), { mode: 0o600 });
}

/** Writes the last log lines to the terminal when a server ends by itself: the folders of the run are gone later. */
function reportCrashes(): (line: string) => void {
  const said: string[] = [];
  return (line) => {
    said.push(line);
    if (/ ended with code [1-9]| was ended by (?!SIGKILL)/.test(line)) console.error(said.slice(-40).join('\n'));
  };
}
