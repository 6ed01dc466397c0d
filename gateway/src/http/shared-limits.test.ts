import { describe, expect, it } from '@jest/globals';
import * as api from '@polylogue/api-contract';
import { aiServiceNameShape, contractLimits, contractSentences, idempotencyKeyShape } from '@polylogue/proto';

// Services do not know `/api`, nor it them: here, where both are known, they are held together.

const shared = [
  'messageLength',
  'targets',
  'judgedRounds',
  'queuedMessages',
  'attachmentBytes',
  'attachments',
  'pictures',
  'announcementLength',
  'nameLength',
  'emailLength',
  'password',
  'savedQuery',
  'watch',
  'summaryInstruction',
  'answerSteering',
  'comparison',
  'answerPreset',
  'noticesPage',
  'noticeTargets',
  'vote',
] as const;

const pick = <T extends object, K extends keyof T>(all: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<T, K>;

describe('what /api takes', () => {
  it('is what the services take', () => {
    const { aiChat, askAbove } = api.limits;
    expect({
      ...pick(api.limits, shared),
      aiChat: { historyLines: aiChat.historyLines, turns: aiChat.turns },
      askAboveMicros: askAbove * 1_000_000,
      rubric: api.rubricLimits,
      judging: api.judgingLimits,
    }).toEqual({ ...contractLimits, attachmentText: undefined, keepDays: undefined });
  });

  it('is as many days of keeping', () => {
    expect(api.limits.keepDays).toBe(contractLimits.keepDays);
  });

  it('are the same names of AI services', () => {
    const names = [
      'gpt-5.1',
      'gpt..k3f9a2',
      'gpt:k3f9a2',
      'a',
      'a'.repeat(64),
      'a'.repeat(65),
      '-a',
      'A',
      'a b',
      '',
      'ä',
      'a\n',
    ];
    const taken = names.filter((name) => api.aiServiceName.safeParse(name).success);
    expect(taken).toEqual(names.filter((name) => aiServiceNameShape.test(name)));
  });

  it('are uuids as idempotency keys, which the services take', () => {
    expect(idempotencyKeyShape.test('0190a3c0-0000-7000-8000-000000000000')).toBe(true);
  });
});

describe('a message that is refused', () => {
  const issuesOf = (
    schema: { safeParse(body: unknown): { error?: { issues: { message: string }[] } } },
    message: string,
  ) => schema.safeParse({ message, selectedAIs: ['demo'], mode: 'broadcast', aiService: 'demo' }).error?.issues;

  it.each([
    ['too long', 'x'.repeat(contractLimits.messageLength + 1), contractSentences.messageTooLong],
    ['empty', ' ', contractSentences.messageEmpty],
  ])('is %s in the sentences of the services', (_fault, message, sentence) => {
    for (const schema of [api.sendMessageBody, api.aiChatSendBody]) {
      expect(issuesOf(schema, message)).toMatchObject([{ message: sentence }]);
    }
  });
});
