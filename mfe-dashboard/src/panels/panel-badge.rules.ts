import type { AiService } from '@polylogue/api-contract';
import { isOpen, type Reply } from '../broadcasts/reply.rules.js';

export const badges = ['Processing', 'Connected', 'Error', 'Unknown'] as const;
export type PanelBadge = (typeof badges)[number];

/** Processing while a reply is awaited; else what the catalog knows of the service. */
export function badgeOf(status: AiService['status'], isProcessing: boolean): PanelBadge {
  if (isProcessing) return 'Processing';
  if (status === 'connected') return 'Connected';
  return status === 'error' ? 'Error' : 'Unknown';
}

/** Reasons why a service could not be reached at all, or did not take the key. */
const connectionCodes = new Set(['invalid_key', 'unreachable', 'refused', 'timeout_connect', 'breaker_open']);

/** How a panel says that its last reply did not come: by the connection, by the reply, or not at all. */
export type Trouble = 'connection' | 'reply' | undefined;

export function troubleOf(status: AiService['status'], reply: Reply | undefined): Trouble {
  if (reply && isOpen(reply)) return undefined;
  const isConnection = connectionCodes.has(reply?.errorCode ?? '') && reply?.status !== 'completed';
  if (status === 'error' || isConnection) return 'connection';
  // An interrupted or cancelled reply says so under the text that was kept.
  return reply?.status === 'failed' ? 'reply' : undefined;
}

export const connectionSentence = (service: string): string =>
  `Unable to connect to ${service}. Please check the API key configuration.`;

/** What a reply says of itself when the server gave no sentence. */
export function failureSentence(reply: Reply): string {
  if (reply.error) return reply.error;
  return reply.status === 'interrupted' ? 'The reply broke off before its end.' : 'The service did not answer.';
}
