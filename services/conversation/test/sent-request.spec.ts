import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ContextsServiceDefinition,
  Generation,
  ProviderRequestsServiceDefinition,
  type RebuildProviderRequestRequest,
  type SentBody,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { aUser, closing, completed, delta, scriptedAi, stub, type Script } from '@polylogue/test-kit';
import { acceptedOf, as, collect, message, startConversation, type Conversation } from './conversation.fixture.js';

const digest = (sha256: string): SentBody => ({ sha256, bytes: 2 });

const replies = (displayName: string, sentBody?: SentBody): Script =>
  async function* () {
    yield delta('Yes.');
    const settings = { temperature: 0.4, answerSchema: false };
    const generation = Generation.fromPartial({ displayName, model: `${displayName}-1`, settings, sentBody });
    yield await Promise.resolve(completed({ generation: sentBody && generation }));
  };

const { add, closeAll } = closing();
const rebuilt: RebuildProviderRequestRequest[] = [];
let conversation: Conversation;
let ai: Awaited<ReturnType<typeof scriptedAi>>;

beforeAll(async () => {
  const scripts = {
    same: replies('Same', digest('today')),
    changed: replies('Changed', digest('then')),
    old: replies('Old'),
    gone: replies('Gone', digest('today')),
  };
  const requests = stub(ProviderRequestsServiceDefinition, {
    rebuildProviderRequest: (request) => {
      rebuilt.push(request);
      if (request.aiService === 'gone') return Promise.reject(new AppError('not_found', 'unknown_ai_service', 'None.'));
      return Promise.resolve({ method: 'POST', path: '/chat', headers: [], body: '{}', digest: digest('today') });
    },
  });
  ai = add(await scriptedAi(scripts, requests));
  conversation = add(await startConversation(ai.url));
});
afterAll(closeAll);

async function replyOf(aiService: string) {
  const ada = aUser();
  const accepted = acceptedOf(
    await collect(conversation.broadcasts.sendMessage(message([aiService], 'Which lock?'), as(ada))),
  );
  const contexts = conversation.client(ContextsServiceDefinition);
  const { messageId } = accepted.targets[0]!;
  return { messageId, request: (user = ada) => contexts.getSentRequest({ messageId }, as(user)) };
}

describe('the request for a reply', () => {
  it('is made again from the messages, the model and the settings of that time', async () => {
    const { messageId, request } = await replyOf('same');
    expect(await request()).toMatchObject({
      messageId,
      aiService: 'same',
      request: { method: 'POST', path: '/chat', body: '{}', digest: digest('today') },
      isAsSent: true,
    });
    const { messages } = ai.requests.at(-1)!;
    const settings = expect.objectContaining({ temperature: 0.4 });
    expect(rebuilt.at(-1)).toEqual({ aiService: 'same', model: 'Same-1', messages, temperature: 0.4, settings });
  });

  it('is said to differ when its body is not the one that was sent', async () => {
    expect(await (await replyOf('changed')).request()).toMatchObject({ isAsSent: false });
  });

  it('is not compared where what was sent was not recorded', async () => {
    expect((await (await replyOf('old')).request()).isAsSent).toBeUndefined();
    expect(rebuilt.at(-1)).toMatchObject({ model: undefined, temperature: undefined });
  });

  it('says that the service is not offered any more, by its name', async () => {
    const sentence = expect.stringMatching(/^Gone is not offered any more/);
    await expect((await replyOf('gone')).request()).rejects.toMatchObject({
      kind: 'not_found',
      code: 'request_not_available',
      message: sentence,
    });
  });

  it('is for the owner of the reply', async () => {
    const { request } = await replyOf('same');
    await expect(request(aUser())).rejects.toMatchObject({ kind: 'not_found', code: 'context_not_found' });
    const contexts = conversation.client(ContextsServiceDefinition);
    const unknown = contexts.getSentRequest({ messageId: randomUUID() }, as(aUser()));
    await expect(unknown).rejects.toMatchObject({ code: 'context_not_found' });
  });
});
