/** One backing service, running. */
export interface BackingService {
  url: string;
  port?: number;
  version?: string;
  /** For people: `on PATH`, `from npm`, `DATABASE_URL`. */
  source: string;
}

/** PostgreSQL, NATS with JetStream and Redis. */
export interface Backing {
  /** An administrator's URL, database `postgres`. */
  postgres: BackingService;
  nats: BackingService;
  redis: BackingService;
  /** What was started here. */
  processes: Record<
    string,
    { readonly name: string; readonly pid: number | undefined; kill(signal?: NodeJS.Signals): void }
  >;
  /** Ends what was started here, and nothing else. */
  stop(force?: boolean): Promise<void>;
}

/** How backing services are started. */
export interface BackingOptions {
  /** Keeps data, logs and the superuser's password. */
  folder: string;
  /** False: for tests, faster, loses data when the machine stops. */
  durable?: boolean;
  report?: (line: string) => void;
  /** Free ones are chosen when left out. */
  ports?: { postgres?: number; nats?: number; redis?: number };
  /** DATABASE_URL, NATS_URL and REDIS_URL win over starting; PATH and XDG_CACHE_HOME say where to look. */
  env?: NodeJS.ProcessEnv;
}

/** Starts the three, or takes those the environment names. */
export function startBacking(wanted: BackingOptions): Promise<Backing>;

/** Something a person must put right; the message says what. */
export class BackingError extends Error {
  readonly reason: 'missing' | 'port_taken' | 'other_version' | 'unreachable' | 'failed' | 'locked';
  readonly exitCode: number;
}

/** The Redis of this machine, or one brought along; it is a sentinel when told so. */
export function findRedis(
  env: NodeJS.ProcessEnv,
  report: (line: string) => void,
): Promise<{ path: string; env: Record<string, string> }>;

/** A port between 20000 and 32000 where nobody listens, promised to nobody else on this machine for a minute. */
export function findFreePort(taken?: Set<number>): Promise<number>;

/** Whether something could listen there now. */
export function isPortFree(port: number, host?: string): Promise<boolean>;
