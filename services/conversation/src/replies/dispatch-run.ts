import type { Run } from '@polylogue/service-kit';
import type { RequestedSettings } from './requested-settings.js';
import type { ThreadMessage } from './thread.rules.js';

/** One question to one service, and where its answer goes: a reply of a broadcast, a turn of an AI chat. */
export interface DispatchRun {
  readonly run: Run<string>;
  /** Of a service or a variant. */
  readonly aiService: string;
  /** Empty once text has arrived: it is not dispatched again then, and a long thread is not held on to. */
  readonly thread: readonly ThreadMessage[];
  /** In place of the service's own settings. */
  readonly settings?: RequestedSettings | undefined;
  /** A task of the product's own: the service's default instructions and lengths are left out. */
  readonly withoutDefaults?: boolean;
  /** The name of that task, by which its calls are estimated. */
  readonly task?: string | undefined;
  /** Whether its user is not to know whom it goes to. */
  readonly isBlind?: boolean;
  /** The user on whose behalf the service calls, when this is not part of a request of that user. */
  readonly onBehalfOf?: string | undefined;
  /** The text that has arrived so far. */
  readonly content: string;
  /** How often it was dispatched, this time included. */
  runs: number;
  onText(text: string): void;
  /** Whether pictures, sounds and films can be kept; without it only text services can be called. */
  readonly keepsMedia?: boolean;
  /** How far a long reply has come, from 0 to 1. */
  onProgress?(fraction: number | undefined): void;
  /** Notes that it is dispatched once more. False when the run is another process' by now. */
  noteRun(runs: number): Promise<boolean>;
}
