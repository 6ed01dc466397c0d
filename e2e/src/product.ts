import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack, type Stack } from '@polylogue/build-kit/run';
import { freePort } from '@polylogue/test-kit';

/** The product as `npm start` runs it, on a port and in a folder of its own. */
export type Product = Pick<Stack, 'url' | 'processes' | 'backing' | 'environment'> & {
  /** Where it keeps everything. */
  folder: string;
  stop(): Promise<void>;
};

/** How a test wants the product. */
export interface ProductOptions {
  /** One process per slice. */
  separate?: boolean;
  /** A port that was promised to somebody before the start; any free one when absent. */
  port?: number;
  /** The catalogue; the demo services when absent. */
  aiServices?: readonly Record<string, unknown>[];
  env?: Record<string, string>;
}

// Keys of the person who runs the tests must not turn them into calls that cost money.
const isVendorKey = (name: string) => /_API_KEY$|^AI_SERVICES_FILE$|^OLLAMA_/.test(name);

/** Starts the product from what was built. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { separate = false, port, aiServices, env = {} } = options;
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-e2e-'));
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isVendorKey(name)));
  const catalogue = join(folder, 'ai-services.json');
  if (aiServices) await writeFile(catalogue, JSON.stringify(aiServices));
  const stack = await startStack({
    dataDir: folder,
    port: port ?? (await freePort()),
    separate,
    durable: false,
    report: tellCrashes(),
    env: { ...inherited, DRAIN_SECONDS: '2', ...(aiServices ? { AI_SERVICES_FILE: catalogue } : {}), ...env },
  });
  return {
    url: stack.url,
    processes: stack.processes,
    backing: stack.backing,
    folder,
    environment: stack.environment,
    stop: async () => {
      await stack.stop({ force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Writes on the terminal what was said before a server ended by itself, for a run whose folders are gone. */
function tellCrashes(): (line: string) => void {
  const said: string[] = [];
  return (line) => {
    said.push(line);
    if (/ ended with code \d| was ended by (?!SIGKILL)/.test(line)) console.error(said.slice(-40).join('\n'));
  };
}
