import type { Background } from '../replies/background.rules.js';
import type { Turn } from '../replies/finding.rules.js';

export interface AskedReply {
  model: string;
  thread: Turn[];
  maxTokens?: number;
}

export interface Counts {
  input: number;
  output: number;
}

/** One vendor's way of putting a reply on the wire. Errors included: each vendor has its own shape. */
export interface Protocol {
  /** Reads the request, or nothing when it is none. */
  readRequest(path: string, body: unknown): AskedReply | undefined;
  begin(reply: AskedReply, counts: Counts, background: Background): string;
  token(reply: AskedReply, text: string): string;
  /** The end markers, with the usage. */
  end(reply: AskedReply, counts: Counts, isCutOff: boolean, background: Background): string;
  fault(status: number, sentence: string): unknown;
  models(names: readonly string[]): unknown;
}

export const event = (payload: unknown, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof payload === 'string' ? payload : JSON.stringify(payload)}\n\n`;
