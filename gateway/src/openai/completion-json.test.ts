import { expect, it } from '@jest/globals';
import { Reply, ReplyStatus } from '@polylogue/proto';
import { toJsonContent } from './completion-json.js';

const authors = [
  { name: 'gpt', displayName: 'GPT' },
  { name: 'claude', displayName: 'Claude' },
];
const replies = [
  Reply.fromPartial({ aiService: 'claude', content: 'Ro', status: ReplyStatus.INTERRUPTED, error: 'It broke off.' }),
  Reply.fromPartial({
    aiService: 'gpt',
    content: 'Rome.',
    status: ReplyStatus.COMPLETED,
    cost: { amount: 0.25, currency: 'USD' },
    generation: { model: 'gpt-5', responseModel: 'gpt-5-2026' },
  }),
];
const parsed = (type: 'json_object' | 'json_schema', from = replies) =>
  JSON.parse(toJsonContent({ type }, authors, from)!) as unknown;

it('has the answer of each service in the order asked, what is not known as null', () => {
  expect(parsed('json_schema')).toEqual({
    answers: [
      { service: 'gpt', text: 'Rome.', model: 'gpt-5-2026', cost: 0.25 },
      { service: 'claude', text: 'Ro', model: null, cost: null, error: 'It broke off.' },
    ],
  });
  expect(parsed('json_object', replies.slice(1))).toEqual({
    replies: [
      { aiService: 'gpt', displayName: 'GPT', content: 'Rome.' },
      { aiService: 'claude', displayName: 'Claude', content: '', error: 'The reply broke off.' },
    ],
  });
});

it('is not what text is', () => {
  expect(toJsonContent({ type: 'text' }, authors, replies)).toBeUndefined();
  expect(toJsonContent(undefined, authors, replies)).toBeUndefined();
});
