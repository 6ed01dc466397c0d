/** build-kit is JavaScript; this is as much of it as the bench uses. */
declare module '@polylogue/build-kit/backing' {
  /** A free port between 20000 and 32000. */
  export function findFreePort(taken?: Set<number>): Promise<number>;
}

declare module '@polylogue/build-kit/run' {
  export interface StackProcess {
    readonly pid: number | undefined;
    /** Ends it properly and starts it again at once. */
    restart(): Promise<void>;
    /** Ends it for good: properly, by force after `graceMs`. */
    stop(graceMs: number): Promise<void>;
  }
  export interface RunningStack {
    url: string;
    processes: Record<string, StackProcess>;
    /** What the servers were given; holds secrets. */
    environment: NodeJS.ProcessEnv;
    backing: { postgres: { url: string }; redis: { url: string } };
    stop(how?: { force?: boolean }): Promise<void>;
  }
  /** Starts the whole product from what was built, and waits until it answers. */
  export function startStack(wanted: {
    dataDir: string;
    port: number;
    durable: boolean;
    env: NodeJS.ProcessEnv;
    report?: (line: string) => void;
  }): Promise<RunningStack>;
}
