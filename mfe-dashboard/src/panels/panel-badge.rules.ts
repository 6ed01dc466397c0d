import type { AiService } from '@polylogue/api-contract';
import { isOpen, type Reply } from '../broadcasts/reply.rules.js';

export const badges = ['Processing', 'Connected', 'Error', 'Unknown'] as const;
export type PanelBadge = (typeof badges)[number];

/** Processing while a reply is awaited; Error while the panel says so; else what the catalog knows of the service. */
export function badgeOf(status: AiService['status'], isProcessing: boolean, trouble?: Trouble): PanelBadge {
  if (isProcessing) return 'Processing';
  if (trouble === 'connection') return 'Error';
  if (status === 'connected') return 'Connected';
  return status === 'error' ? 'Error' : 'Unknown';
}

/** Reasons why a service could not be reached at all, or did not take the key. A breaker that rests is none. */
const connectionCodes = new Set(['invalid_key', 'unreachable', 'refused', 'timeout_connect']);

/** How a panel says that its last reply did not come: by the connection, by the reply, or not at all. */
export type Trouble = 'connection' | 'reply' | undefined;

export function troubleOf(status: AiService['status'], reply: Reply | undefined): Trouble {
  if (reply && isOpen(reply)) return undefined;
  if (status === 'error' || isOfConnection(reply)) return 'connection';
  // An interrupted or cancelled reply says so under the text that was kept.
  return reply?.status === 'failed' ? 'reply' : undefined;
}

const isOfConnection = (reply: Reply | undefined): boolean =>
  reply?.status !== 'completed' && connectionCodes.has(reply?.errorCode ?? '');
