import type { Account } from '../account.js';
import type { Api } from '../api.js';
import type { Product } from '../product.js';

/** A promise and what became of it. */
export interface PartRow {
  /** What is promised, as a sentence a user or an operator understands. */
  promise: string;
  /** What would be right: `0`, `404, and the same answer`. */
  figure: string;
  /** What this run found, with how much was tried: `0 of 1,204 calls`. */
  found: string;
  verdict: 'PASS' | 'FAIL';
  /** What broke it, a line each: printed below the row. */
  details?: readonly string[];
}

/** What a part found. */
export interface PartResult {
  rows: readonly PartRow[];
}

/** One kind of abuse, played on a product that runs. It throws only where it could not be played. */
export type Part = (context: AbuseContext) => Promise<PartResult>;

/** The OpenAPI document as far as parts read it. */
export interface ApiSchema {
  paths: Record<string, Record<string, ApiOperation>>;
  components: { schemas: Record<string, unknown> };
}

/** A call in the OpenAPI document. */
export interface ApiOperation {
  parameters?: { name: string; in: string; required?: boolean; schema: Record<string, unknown> }[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<string, unknown>;
  security?: unknown[];
}

/** A product and those who use it. */
export interface Ground {
  /** Where its pages and `/api` are, without a slash at the end. */
  url: string;
  /** Its processes, its folder with logs, the addresses and secrets of all it stands on. */
  product: Omit<Product, 'stop'>;
  /** Its database, as an administrator of PostgreSQL. */
  databaseUrl: string;
  administrator: Account;
  /** Signs up a new user, who is not yet approved. */
  signUp(firstName?: string): Promise<Account>;
  /** Approves a user as the administrator does. Returns their id. */
  approve(account: Account): Promise<string>;
  /** `/api` as that user's program calls it. */
  apiOf(account: Account): Api;
}

/** How a part wants a product of its own. */
export interface GroundOptions {
  env?: Record<string, string>;
  /** The catalog; the demo services when absent. */
  aiServices?: readonly Record<string, unknown>[];
}

/** What a part is played with. Its product is shared by all parts: with demo services and without limits per user. */
export interface AbuseContext extends Ground {
  /** What `/api/openapi.json` of the product says. */
  apiSchema: ApiSchema;
  /** The sample of each kind in place of all: seconds in place of minutes. */
  isQuick: boolean;
  /** Values of each schema and messages of each rpc, where not as many as usual. */
  valuesEach?: number | undefined;
  /** Repeats what is chosen at random. */
  seed: number;
  /** Says how far it is. */
  report(line: string): void;
  /** A product of one's own, with limits or a catalog as wanted; stopped when the part has ended. */
  startGround(options?: GroundOptions): Promise<Ground>;
  /** What is to be closed when the part has ended, last one first. */
  keep<T extends { close(): Promise<unknown> }>(closed: T): T;
}

/** The row of a promise that nothing may break: `failures` are what did, of so many tried. */
export function rowOf(promise: string, figure: string, tried: string, failures: readonly string[]): PartRow {
  return {
    promise,
    figure,
    found: `${failures.length} of ${tried}`,
    verdict: failures.length === 0 ? 'PASS' : 'FAIL',
    details: failures,
  };
}
