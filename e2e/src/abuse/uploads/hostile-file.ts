/** A file that means ill, or is only odd. */
export interface HostileFile {
  /** What it tries. */
  what: string;
  name: string;
  /** Made when it is sent: some are made of hundreds of megabytes. */
  content: Buffer | (() => Buffer);
  /** What the form says it is; none when absent. */
  type?: string;
  /** `refused`: it must not be read. `either`: it may be, within its bounds. */
  expected: 'refused' | 'either';
}

/** Where a file could lead a careless reader. */
export interface Bait {
  /** An address at which nothing may ever be asked for. */
  url: string;
  /** A file of this machine, and what stands in it. */
  file: string;
  secret: string;
}

export const bytesOf = ({ content }: HostileFile): Buffer => (typeof content === 'function' ? content() : content);
