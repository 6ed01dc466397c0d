/** One program the launcher keeps running. */
export interface StackProcess {
  readonly name: string;
  readonly pid: number | undefined;
  /** Hits the program as an accident would (SIGKILL unless told); it is started again. */
  kill(signal?: NodeJS.Signals): void;
  /** Ends it properly and starts it again at once. */
  restart(): Promise<void>;
  /** Ends it for good: properly, by force after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** The whole product, running. */
export interface Stack {
  /** Where a browser finds it. */
  url: string;
  /** By name: `servers` or each slice, `demo-providers`, `postgres`, `nats`, `redis`. */
  processes: Record<string, StackProcess>;
  backing: { postgres: { url: string }; nats: { url: string }; redis: { url: string } };
  /** What the servers were given; holds secrets. */
  environment: NodeJS.ProcessEnv;
  /** Ends all that was started here and nothing else. */
  stop(how?: { force?: boolean }): Promise<void>;
}

/** How the product is started. */
export interface StackOptions {
  /** Relative to the checkout, or absolute. */
  dataDir?: string;
  port?: number;
  /** One process per slice in place of one for all. */
  separate?: boolean;
  env?: NodeJS.ProcessEnv;
  report?: (line: string) => void;
  /** False: for tests. */
  durable?: boolean;
  /** Reports every line of the servers' logs. */
  verbose?: boolean;
  readyTimeoutMs?: number;
  /** Gives up while starting, and ends what was started so far. */
  signal?: AbortSignal;
}

/** Starts the whole product from what was built, and waits until it answers. */
export function startStack(wanted?: StackOptions): Promise<Stack>;
