import { describe, expect, it } from '@jest/globals';
import { conversation as schema } from '@polylogue/api-contract';
import { Category, Conversation, MessageRole, ReplyStatus, ServiceStatus } from '@polylogue/proto';
import { toAiService, toLabel } from '../ai-services/ai-services.mapper.js';
import { toConversation } from './conversations.mapper.js';

const id = '0198a1b2-0000-7000-8000-000000000001';
const at = new Date('2026-01-02T03:04:05.678Z');
const service = {
  name: 'gpt',
  displayName: 'GPT',
  color: '#10a37f',
  category: Category.TEXT,
  status: ServiceStatus.CONNECTED,
  demo: false,
  model: 'gpt-5',
};

describe('conversations mapper', () => {
  it('joins what the catalog calls the service', () => {
    const stored = Conversation.fromPartial({
      id,
      aiService: 'gpt',
      title: 'Hi',
      createdAt: at,
      updatedAt: at,
      messages: [
        { id, role: MessageRole.USER, content: 'Hi', createdAt: at, status: ReplyStatus.COMPLETED, broadcastId: id },
        {
          id,
          role: MessageRole.ASSISTANT,
          content: '',
          createdAt: at,
          status: ReplyStatus.FAILED,
          error: 'No.',
          errorCode: 'refused',
        },
      ],
    });
    const made: unknown = JSON.parse(JSON.stringify(toConversation(stored, () => toLabel('gpt', service))));
    expect(schema.parse(made)).toEqual(made);
    expect(made).toMatchObject({
      aiService: { name: 'gpt', displayName: 'GPT', color: '#10a37f' },
      createdAt: '2026-01-02T03:04:05.678Z',
      messages: [
        { role: 'user', status: 'completed' },
        { role: 'assistant', status: 'failed', error: 'No.', errorCode: 'refused' },
      ],
    });
  });

  it('still names a service that has left the catalog', () => {
    expect(toLabel('gone', undefined)).toMatchObject({ name: 'gone', displayName: 'gone' });
  });

  it('says unknown of a status it does not know', () => {
    expect(toAiService(service)).toMatchObject({ id: 'gpt', category: 'text', status: 'connected' });
    expect(toAiService({ ...service, status: ServiceStatus.UNRECOGNIZED }).status).toBe('unknown');
  });
});
