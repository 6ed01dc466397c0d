import {
  cancelAiChat,
  deleteAiChatSession,
  exportAiChat,
  getAiChatSession,
  listAiChatSessions,
  listAiServices,
  saveAiChatSession,
  sendAiChat,
  summarizeAiChat,
  type AiChatEvent,
  type AiChatExportFormat,
  type BodyOf,
} from '@polylogue/api-contract';
import { apiClient, keyOf, saveFile, urlOf, useApiMutation, useApiQuery } from '@polylogue/web-kit';
import { eventStream } from '@polylogue/web-kit/streams';

export type TurnBody = BodyOf<typeof sendAiChat>;
export type SessionBody = BodyOf<typeof saveAiChatSession>;
type TurnLine = AsyncGenerator<AiChatEvent, void, undefined>;

/** What the driver asks of the server. */
export interface ChatCalls {
  send: (body: TurnBody, idempotencyKey: string) => TurnLine;
  summarize: (sessionId: string, aiService: string, idempotencyKey: string) => TurnLine;
  cancel: (sessionId: string) => Promise<{ cancelled: number }>;
  save: (sessionId: string, body: SessionBody) => Promise<unknown>;
  read: typeof readSession;
}

const at = (id: string) => ({ parameters: { id } });

export const readSession = (id: string) => apiClient(getAiChatSession, at(id));

export const chatCalls: ChatCalls = {
  send: (body, idempotencyKey) => eventStream<AiChatEvent>(sendAiChat, { body, idempotencyKey }),
  summarize: (id, aiService, idempotencyKey) =>
    eventStream<AiChatEvent>(summarizeAiChat, { ...at(id), body: { aiService }, idempotencyKey }),
  cancel: (id) => apiClient(cancelAiChat, { ...at(id), deadline: 5_000 }),
  save: (id, body) => apiClient(saveAiChatSession, { ...at(id), body }),
  read: readSession,
};

export const useAiServices = () => useApiQuery(listAiServices);

export const sessionsKey = keyOf(listAiChatSessions, { query: { limit: 30 } });
export const useSessions = () => useApiQuery(listAiChatSessions, { query: { limit: 30 }, staleTime: 0 });

export const useDeleteSession = () => useApiMutation(deleteAiChatSession, { refreshes: [[listAiChatSessions.path]] });

/** Downloads what was stored. Throws when the server refuses or cannot be reached. */
export async function downloadExport(sessionId: string, format: AiChatExportFormat): Promise<void> {
  const answer = await fetch(urlOf(exportAiChat, { ...at(sessionId), query: { format } }), {
    credentials: 'include',
    redirect: 'manual',
  });
  if (!answer.ok) throw new Error('Export failed');
  saveFile(await answer.blob(), `ai-chat-${sessionId}.${format}`);
}
