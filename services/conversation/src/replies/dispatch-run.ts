import type { Run } from '@polylogue/service-kit';
import type { ThreadMessage } from './thread.rules.js';

/** One question to one service, and where its answer goes: a reply of a broadcast, a turn of an AI chat. */
export interface DispatchRun {
  readonly run: Run<string>;
  readonly aiService: string;
  readonly thread: readonly ThreadMessage[];
  /** For whom the service vouches, when no request of theirs stands behind this. */
  readonly onBehalfOf?: string | undefined;
  /** The text that has arrived so far. */
  readonly content: string;
  /** How often the service was asked, this time included. */
  runs: number;
  onText(text: string): void;
  /** Whether pictures, sounds and films can be kept; else only text services can be asked. */
  readonly keepsMedia?: boolean;
  /** How far a long reply has come, from 0 to 1. */
  onProgress?(fraction: number | undefined): void;
  /** Notes that the service is asked once more. False when the run is another process' by now. */
  noteRun(runs: number): Promise<boolean>;
}
