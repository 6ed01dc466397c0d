import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ComparisonsServiceDefinition,
  FindComparisonsRequest,
  FindConversationsRequest,
  Message,
  MessageRole,
  PinsServiceDefinition,
  ReplyStatus,
  StageImportRequest,
  type Conversation as Kept,
} from '@polylogue/proto';
import { aUser, callerToken, closing, says, scriptedAi } from '@polylogue/test-kit';
import fc from 'fast-check';
import { v5 as uuidV5 } from 'uuid';
import { importedId, timeOf } from '../src/imports/imported-id.rules.js';
import { acceptedOf, as, collect, message, startConversation, type Conversation } from './conversation.fixture.js';
import { finder, indexed } from './history.fixture.js';

const { add, closeAll } = closing();
let conversation: Conversation;
let aiUrl: string;

beforeAll(async () => {
  const ai = add(await scriptedAi({ gpt: says('one'), claude: says('two') }));
  aiUrl = ai.url;
  conversation = add(await startConversation(aiUrl));
});
afterAll(closeAll);

type User = ReturnType<typeof aUser>;
const send = (user: User, services: string[], text?: string, attachment?: object) =>
  collect(conversation.broadcasts.sendMessage({ ...message(services, text), ...attachment }, as(user)));

/** All of a user's conversations with everything an export takes, however many pieces they come in. */
async function kept(user: User): Promise<Kept[]> {
  const request = FindConversationsRequest.fromPartial({ includeAll: true, withFileTexts: true });
  const list: Kept[] = [];
  for (const { item } of await collect(conversation.history.findConversations(request, as(user)))) {
    if (item?.$case === 'found') list.push(item.found.conversation!);
    if (item?.$case === 'further') list.at(-1)!.messages.push(...item.further.messages);
  }
  return list.sort((a, b) => (a.aiService + a.title < b.aiService + b.title ? -1 : 1));
}

async function bring(user: User, parts: Partial<StageImportRequest>[]) {
  const importId = randomUUID();
  for (const [part, request] of parts.entries()) {
    await conversation.history.stageImport(StageImportRequest.fromPartial({ importId, part, ...request }), as(user));
  }
  const { remaining, ...done } = await conversation.history.commitImport({ importId }, as(user));
  expect(remaining).toBeDefined();
  return done;
}

/**
 * Ids by the order in which they appear: what must change on the way is left out, what belongs together stays so. A comparison may be named
 * by a conversation that has no broadcast; it keeps its conversations, not that name.
 */
function plain(list: readonly Kept[]) {
  const names = new Map<string, string>();
  const name = (id: string | undefined) => {
    if (id !== undefined && !names.has(id)) names.set(id, `id ${names.size}`);
    return id && names.get(id);
  };
  return list.map((each, at) => ({
    ...each,
    id: at,
    comparison: each.comparison && { ...each.comparison, id: name(each.comparison.id) },
    messages: each.messages.map((said) => ({ ...said, id: name(said.id), broadcastId: name(said.broadcastId) })),
  }));
}

const anyText = fc.string({ unit: 'grapheme', maxLength: 40 });
const anyMessage = fc.record({
  content: anyText,
  isReply: fc.boolean(),
  /** In which of three broadcasts. */
  sent: fc.nat(2),
  status: fc.constantFrom(ReplyStatus.COMPLETED, ReplyStatus.FAILED, ReplyStatus.INTERRUPTED, ReplyStatus.CANCELLED),
  details: fc.record(
    {
      responseTimeMs: fc.nat(10_000),
      firstTokenMs: fc.nat(10_000),
      stopReason: anyText,
      error: anyText,
      errorCode: anyText,
      usage: fc.record({ inputTokens: fc.nat(9_999), outputTokens: fc.nat(9_999) }),
    },
    { requiredKeys: ['responseTimeMs'] },
  ),
  pinned: fc.boolean(),
  file: fc.option(fc.record({ name: anyText, size: fc.nat(), type: fc.constant('text/plain'), text: anyText }), {
    nil: undefined,
  }),
});
type AnyMessage = typeof anyMessage extends fc.Arbitrary<infer M> ? M : never;
const anyThreads = fc.array(fc.array(anyMessage, { maxLength: 6 }), { minLength: 1, maxLength: 4 });

/** Conversations with these messages, as a file has them. */
function fileOf(threads: readonly (readonly AnyMessage[])[]): Kept[] {
  const time = new Date('2026-11-21T09:12:00.123Z');
  const sent = [randomUUID(), randomUUID(), randomUUID()];
  const toKept = ({ content, isReply, status, details, pinned, file: attachment, ...rest }: AnyMessage) => ({
    id: randomUUID(),
    content,
    createdAt: time,
    media: [],
    broadcastId: sent[rest.sent]!,
    ...(isReply
      ? { ...details, role: MessageRole.ASSISTANT, status, pinned: pinned || undefined }
      : { role: MessageRole.USER, status: ReplyStatus.COMPLETED, attachment }),
  });
  return threads.map((said, at) => ({
    id: randomUUID(),
    aiService: 'gpt',
    title: String(at),
    createdAt: time,
    updatedAt: time,
    messages: said.map(toKept),
  }));
}

describe('an import', () => {
  it('carries everything into another account, keeps siblings together, and does nothing the second time', async () => {
    const [ada, bob] = [aUser(), aUser()];
    const text = 'Cats purr.';
    const attachment = { attachment: { name: 'cats.txt', size: 10, type: 'text/plain' }, text, sha256: 'a'.repeat(64) };
    const picture = { mediaId: randomUUID(), name: 'cat.png', width: 8, height: 6 };
    const cat = { name: 'cat.png', size: 99, type: 'image/png', picture };
    const page = { ...picture, mediaId: randomUUID(), name: 'scan.pdf', page: 1, pageCount: 12 };
    const scan = { name: 'scan.pdf', size: 9, type: 'application/pdf', pages: { pictures: [page], isScan: true } };
    const more = {
      attachments: [cat, scan].map((attachment) => ({ attachment, text: '', sha256: 'b'.repeat(64) })),
    };
    const files = { attachment, moreAttachments: more };
    const { broadcastId, targets } = acceptedOf(await send(ada, ['gpt', 'claude'], 'Carried', files));
    const pins = conversation.client(PinsServiceDefinition);
    await pins.pinReply({ broadcastId, messageId: targets[1]!.messageId }, as(ada));
    const exported = await kept(ada);
    expect(exported.map(({ messages }) => messages[0]!.attachment)).toEqual(
      Array(2).fill({ name: 'cats.txt', size: 10, type: 'text/plain', text }),
    );
    expect(exported.map(({ messages }) => messages[0]!.moreAttachments?.attachments)).toMatchObject([
      [cat, scan],
      [cat, scan],
    ]);
    expect(await bring(bob, [{ conversations: exported }])).toEqual({ imported: 2, skipped: 0, messages: 4 });
    expect(await bring(bob, [{ conversations: exported }])).toEqual({ imported: 0, skipped: 2, messages: 0 });
    expect(await bring(ada, [{ conversations: exported }])).toEqual({ imported: 0, skipped: 2, messages: 0 });
    const brought = await kept(bob);
    expect(plain(brought)).toEqual(plain(exported));
    const view = await conversation.history.getConversation({ id: brought[0]!.id }, as(bob));
    expect(view.siblings).toHaveLength(1);
    // The files are stored once for both, and deleted with the last of them.
    const rows = () => conversation.rows('SELECT 1 FROM conversation.attachments WHERE user_id = $1', [bob.userId]);
    expect(await rows()).toHaveLength(3);
    expect((await finder(conversation, bob)({ includeAll: false })).found).toEqual([]);
    const theirs = brought[0]!.messages.find(({ broadcastId: sent }) => sent)!.broadcastId!;
    await pins.pinReply({ broadcastId: theirs }, as(bob));
    expect((await kept(bob)).flatMap(({ messages }) => messages.filter(({ pinned }) => pinned))).toEqual([]);
    await conversation.history.deleteAllConversations({}, as(bob));
    expect(await rows()).toEqual([]);
  });

  it('keeps the order in which the services of a comparison were asked, also carried on once more', async () => {
    const [ada, bob, cy] = [aUser(), aUser(), aUser()];
    const comparisons = conversation.client(ComparisonsServiceDefinition);
    const orders = async (user: User) => {
      const found = await comparisons.findComparisons(FindComparisonsRequest.fromPartial({}), as(user));
      return found.comparisons.map((each) => each.conversations.map(({ aiService }) => aiService));
    };
    for (let round = 0; round < 8; round += 1) {
      await send(ada, round % 2 === 0 ? ['gpt', 'claude'] : ['claude', 'gpt'], `Round ${round}`);
      await conversation.history.clearDashboard({ aiServices: [] }, as(ada));
    }
    const asked = await orders(ada);
    expect(asked).toHaveLength(8);
    await bring(bob, [{ conversations: await kept(ada) }]);
    expect(await orders(bob)).toEqual(asked);
    await bring(cy, [{ conversations: await kept(bob) }]);
    expect(await orders(cy)).toEqual(asked);
  });

  it('of the version before, which names no comparison, is listed by the rounds in which its conversations began', async () => {
    const [ada, bob] = [aUser(), aUser()];
    await send(ada, ['gpt', 'claude'], 'Which lock?');
    await send(ada, ['gpt', 'claude'], 'Why?');
    await conversation.history.clearDashboard({ aiServices: [] }, as(ada));
    await send(ada, ['claude'], 'From before rounds were kept');
    const exported = await kept(ada);
    expect(exported.map(({ comparison }) => comparison?.id)).toEqual(Array(3).fill(expect.any(String)));
    const before = exported.map(({ comparison: _unknownThen, messages, ...each }) => ({
      ...each,
      messages: messages.map((said) => ({
        ...said,
        broadcastId: each.title.startsWith('From') ? undefined : said.broadcastId,
      })),
    }));
    await bring(bob, [{ conversations: before }]);
    await indexed(conversation);
    const comparisons = conversation.client(ComparisonsServiceDefinition);
    const found = await comparisons.findComparisons(FindComparisonsRequest.fromPartial({}), as(bob));
    const shown = found.comparisons.map(({ title, messageCount, conversations }) => ({
      title,
      messageCount,
      services: conversations.map(({ aiService }) => aiService),
    }));
    expect(shown).toEqual([
      { title: 'From before rounds were kept', messageCount: 2, services: ['claude'] },
      { title: 'Which lock?', messageCount: 8, services: ['gpt', 'claude'] },
    ]);
    const [alone, round] = found.comparisons.map(({ id, conversations }) => ({
      id,
      conversationId: conversations[0]!.id,
    }));
    expect(alone!.id).toBe(alone!.conversationId);
    const view = await conversation.history.getConversation({ id: round!.conversationId }, as(bob));
    expect(view.conversation!.messages[0]!.broadcastId).toBe(round!.id);
  });

  it('goes on with what it brought: the file is sent along', async () => {
    const [ada, bob] = [aUser(), aUser()];
    const attachment = {
      attachment: { name: 'a.txt', size: 1, type: 'text/plain' },
      text: 'Owls.',
      sha256: 'b'.repeat(64),
    };
    await send(ada, ['gpt'], 'What is this?', { attachment });
    await bring(bob, [{ conversations: await kept(ada) }]);
    const [brought] = await kept(bob);
    const request = { conversationId: brought!.id, message: 'And now?', aiServices: ['gpt'] };
    const events = await collect(conversation.history.continueConversation(request, as(bob)));
    expect(acceptedOf(events).targets[0]!.conversationId).toBe(brought!.id);
    const { messages } = (await kept(bob))[0]!;
    expect(messages.map(({ content }) => content)).toEqual(['What is this?', 'one', 'And now?', 'one']);
    expect(messages[0]!.attachment?.text).toBe('Owls.');
  });

  it('is the same again, whatever the texts: export, import, export', async () => {
    await fc.assert(
      fc.asyncProperty(anyThreads, async (threads) => {
        const [ada, bob] = [aUser(), aUser()];
        await bring(ada, [{ conversations: fileOf(threads) }]);
        const first = await kept(ada);
        expect(first.flatMap(({ messages }) => messages)).toHaveLength(threads.flat().length);
        expect(first.every(({ comparison }) => comparison)).toBe(true);
        await bring(bob, [{ conversations: first }]);
        expect(plain(await kept(bob))).toEqual(plain(first));
      }),
      { seed: 5, numRuns: 25, endOnFailure: true },
    );
  });

  it('takes a conversation in parts that is too long for one', async () => {
    const [ada, bob] = [aUser(), aUser()];
    await send(ada, ['gpt'], 'Long');
    const [whole] = await kept(ada);
    const [question, reply] = whole!.messages;
    const filler = 'x'.repeat(1_500_000);
    const long = {
      ...whole!,
      messages: Array.from({ length: 12 }, () => [question!, { ...reply!, content: filler }]).flat(),
    };
    const { createdAt: _created, updatedAt: _updated, ...open } = long;
    const part = (from: number, to: number) => ({ messagesBefore: from, messages: long.messages.slice(from, to) });
    const answer = await bring(bob, [
      { conversations: [{ ...open, ...part(0, 8), createdAt: undefined, updatedAt: undefined }], toBeContinued: true },
      {
        conversations: [{ ...open, ...part(8, 16), createdAt: undefined, updatedAt: undefined }],
        toBeContinued: true,
        messagesBefore: 8,
      },
      { conversations: [{ ...long, ...part(16, 24) }], messagesBefore: 16 },
      { conversations: [whole!, { ...whole!, id: randomUUID() }] },
    ]);
    expect(answer).toEqual({ imported: 2, skipped: 1, messages: 26 });
    const brought = (await kept(bob)).find(({ messages }) => messages.length === 24)!;
    expect(brought.messages.map(({ content }) => content.length)).toEqual(
      long.messages.map(({ content }) => content.length),
    );
    expect(brought).toMatchObject({ createdAt: whole!.createdAt, updatedAt: whole!.updatedAt });
    const published = await conversation.rows(
      `SELECT payload FROM conversation.outbox WHERE subject = 'conversation.conversations_imported.v1' AND payload->>'userId' = $1`,
      [bob.userId],
    );
    expect(published.map(({ payload }) => (payload as { conversationIds: string[] }).conversationIds.length)).toEqual([
      2,
    ]);
  });

  it('imports nothing of a file with one fault, nor of one that was discarded', async () => {
    const [ada, bob] = [aUser(), aUser()];
    await send(ada, ['gpt']);
    const [good] = await kept(ada);
    const refused = (parts: Partial<StageImportRequest>[]) =>
      expect(bring(bob, parts)).rejects.toMatchObject({ kind: 'invalid' });
    await refused([{ conversations: [good!, { ...good!, aiService: '../x' }] }]);
    await refused([{ conversations: [good!] }, { conversations: [good!], messagesBefore: 2 }]);
    await refused([{ conversations: [good!, good!], toBeContinued: true }]);
    const importId = randomUUID();
    const staged = StageImportRequest.fromPartial({ importId, part: 0, conversations: [good!] });
    await conversation.history.stageImport(staged, as(bob));
    await conversation.history.discardImport({ importId }, as(bob));
    expect(await conversation.history.commitImport({ importId }, as(bob))).toMatchObject({ imported: 0 });
    expect(await kept(bob)).toEqual([]);
  });
});

describe('the quota of imports', () => {
  const said = { role: MessageRole.USER, status: ReplyStatus.COMPLETED, createdAt: new Date() };
  const one = (at: number, messages: number, content = 'Seats.'): Partial<Kept> => ({
    id: randomUUID(),
    aiService: 'gpt',
    title: String(at),
    createdAt: new Date(),
    updatedAt: new Date(),
    messages: Array.from({ length: messages }, () => Message.fromPartial({ ...said, content })),
  });
  const part = (importId: string, at: number, ...conversations: Partial<Kept>[]) =>
    StageImportRequest.fromPartial({ importId, part: at, conversations });

  it('is counted per user over 24 hours, and the answer names what remains', async () => {
    const small = add(
      await startConversation(aiUrl, {
        env: { CONVERSATION_IMPORT_MESSAGES: '10', CONVERSATION_IMPORT_MEGABYTES: '1' },
      }),
    );
    const { history } = small;
    const [ada, bob] = [aUser(), aUser()];
    const importId = randomUUID();
    await history.stageImport(part(importId, 0, one(1, 4), one(2, 0)), as(ada));
    const committed = await history.commitImport({ importId }, as(ada));
    expect(committed.remaining).toMatchObject({ messages: 5 });
    expect(committed.remaining!.bytes).toBeLessThan(1024 * 1024);
    const next = randomUUID();
    await history.stageImport(part(next, 0, one(3, 5)), as(ada));
    const beyond = history.stageImport(part(next, 1, one(4, 0)), as(ada));
    await expect(beyond).rejects.toMatchObject({ kind: 'rate_limited', code: 'import_quota_reached' });
    // What is dropped or discarded counts no more; other users have a quota of their own.
    await history.dropImportParts({ importId: next, fromPart: 0 }, as(ada));
    const long = history.stageImport(part(next, 0, one(5, 1, 'x'.repeat(1_100_000))), as(ada));
    await expect(long).rejects.toMatchObject({ code: 'import_quota_reached' });
    await history.stageImport(part(next, 0, one(6, 5)), as(ada));
    await history.stageImport(part(next, 0, one(7, 10)), as(bob));
    expect((await history.commitImport({ importId: next }, as(ada))).remaining).toMatchObject({ messages: 0 });
  });

  it('is refused for a user who is not approved', async () => {
    const user = as(aUser({ isApproved: false }));
    const refused = { kind: 'forbidden', code: 'approval_required' };
    const importId = randomUUID();
    await expect(conversation.history.stageImport(part(importId, 0, one(1, 1)), user)).rejects.toMatchObject(refused);
    await expect(conversation.history.commitImport({ importId }, user)).rejects.toMatchObject(refused);
  });
});

describe('a part of an import', () => {
  it('is dropped with all after it, while the rest is imported', async () => {
    const [ada, bob] = [aUser(), aUser()];
    await send(ada, ['gpt'], 'Kept');
    const [whole] = await kept(ada);
    const { createdAt: _created, updatedAt: _updated, ...open } = whole!;
    const importId = randomUUID();
    const stage = (part: number, request: Partial<StageImportRequest>) =>
      conversation.history.stageImport(StageImportRequest.fromPartial({ importId, part, ...request }), as(bob));
    await stage(0, { conversations: [whole!] });
    const begun = { ...open, id: randomUUID(), createdAt: undefined, updatedAt: undefined };
    await stage(1, { conversations: [begun], toBeContinued: true });
    await conversation.history.dropImportParts({ importId, fromPart: 1 }, as(bob));
    await stage(2, { conversations: [{ ...whole!, id: randomUUID() }] });
    expect(await conversation.history.commitImport({ importId }, as(bob))).toMatchObject({ imported: 2, messages: 4 });
    const theirs = await kept(bob);
    // Ids hold the time, as all of ours do: the newest message of a thread is also the last by its id.
    for (const { messages } of theirs) {
      const ids = messages.map(({ id }) => id);
      expect(ids.map((id) => id[14])).toEqual(ids.map(() => '7'));
      expect(ids.toSorted()).toEqual(ids);
    }
    expect(theirs.map(({ id }) => id[14])).toEqual(['7', '7']);
  });

  it('with a title over its limit is refused, not cut', async () => {
    const [ada, bob] = [aUser(), aUser()];
    await send(ada, ['gpt'], 'Kept');
    const [whole] = await kept(ada);
    const refused = bring(bob, [{ conversations: [{ ...whole!, title: 'x'.repeat(501) }] }]);
    await expect(refused).rejects.toMatchObject({ kind: 'invalid' });
  });

  it.each<[string, (userId: string, id: string) => string]>([
    ['an early version', (userId, id) => uuidV5(id, userId)],
    ['the version before', (userId, id) => importedId(userId, id, timeOf(id))],
  ])('with a conversation that %s imported is skipped', async (_which, nameOf) => {
    const [ada, bob] = [aUser(), aUser()];
    await send(ada, ['gpt'], 'Kept');
    const [whole] = await kept(ada);
    await bring(bob, [{ conversations: [whole!] }]);
    const former = nameOf(bob.userId, whole!.id);
    await conversation.rows(
      `WITH moved AS (INSERT INTO conversation.conversations (id, user_id, ai_service, title)
         VALUES ($2, $1, 'gpt', 'Former') RETURNING id)
       DELETE FROM conversation.conversations c USING moved WHERE c.user_id = $1 AND c.id <> moved.id`,
      [bob.userId, former],
    );
    expect(await bring(bob, [{ conversations: [whole!] }])).toMatchObject({ imported: 0, skipped: 1 });
  });
});

describe('one conversation', () => {
  it('is found by its id, with its files, and only by its owner', async () => {
    const ada = aUser();
    const { targets } = acceptedOf(await send(ada, ['gpt', 'claude']));
    const request = FindConversationsRequest.fromPartial({ id: targets[0]!.conversationId });
    const [head, found] = await collect(conversation.history.findConversations(request, as(ada)));
    expect(head?.item?.$case).toBe('head');
    expect(found?.item).toMatchObject({ $case: 'found', found: { conversation: { aiService: 'gpt' } } });
    const foreign = collect(conversation.history.findConversations(request, { callerToken: callerToken(aUser()) }));
    await expect(foreign).rejects.toMatchObject({ kind: 'not_found' });
  });
});
