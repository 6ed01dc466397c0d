import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  AnswerPresetFields,
  AnswerPresetsServiceDefinition,
  BlindRoundsServiceDefinition,
  ComparisonsServiceDefinition,
  CostSource,
  ContextsServiceDefinition,
  FindComparisonsRequest,
  Generation,
  isBlindName,
  ListConversationsRequest,
  MessageRole,
  MessagesWanted,
  PinsServiceDefinition,
  PreviewsServiceDefinition,
  RepliesServiceDefinition,
  ReplyStatus,
  RoundRecordsServiceDefinition,
  RoundSharesServiceDefinition,
  RoundSummariesServiceDefinition,
  SummaryKind,
  type BroadcastEvent,
} from '@polylogue/proto';
import type { TokenUser } from '@polylogue/service-kit';
import {
  aUser,
  anAdmin,
  callerToken,
  closing,
  completed,
  delta,
  failed,
  gate,
  scriptedAi,
  until,
  type Script,
} from '@polylogue/test-kit';
import {
  acceptedOf,
  as,
  collect,
  doneOf,
  follow,
  message,
  startConversation,
  type Conversation,
} from './conversation.fixture.js';
import { finder, indexed } from './history.fixture.js';

const { add, closeAll } = closing();
const services = ['zephyr', 'quasar', 'nimbus'];
/** No answer may have any of it while a round is blind: names, models, vendors, figures. */
// Figures so long that no id holds them by chance.
const telling = /zephyr|quasar|nimbus|borealis|Astra Labs|0\.0421|733173310|471147110/i;

let conversation: Conversation;
let ai: Awaited<ReturnType<typeof scriptedAi>>;

const endOf = (name: string) =>
  completed({
    totalMs: 733_173_310,
    firstTokenMs: 471_147_110,
    usage: { inputTokens: 471_147_110, outputTokens: 733_173_310, totalTokens: 1_204_320_420 },
    cost: { amount: 0.0421, currency: 'USD', source: CostSource.PROVIDER },
    generation: Generation.fromPartial({
      displayName: name,
      color: '#123456',
      model: `${name}-borealis-2`,
      settings: {},
    }),
  });

/** Answers without naming itself; what it says is known to the test only. */
const answers = (text: string, name: string): Script =>
  async function* () {
    yield delta(text);
    yield endOf(name);
  };
const texts: Record<string, string> = { zephyr: 'Up in the air.', quasar: 'Far away.', nimbus: 'Grey and low.' };

beforeAll(async () => {
  ai = add(await scriptedAi(Object.fromEntries(services.map((name) => [name, answers(texts[name]!, name)]))));
  conversation = add(await startConversation(ai.url));
});
afterAll(closeAll);

const blind = (aiServices = services, text = 'Where are you?') => ({ ...message(aiServices, text), isBlind: true });
const sendBlind = async (user: TokenUser, request = blind()) => {
  const events = await collect(conversation.broadcasts.sendMessage(request, as(user)));
  return { events, accepted: acceptedOf(events), done: doneOf(events) };
};
const reveal = (user: TokenUser, broadcastId: string) =>
  conversation.client(BlindRoundsServiceDefinition).revealRound({ broadcastId }, as(user));
const list = (user: TokenUser, includeAll = false) =>
  collect(conversation.conversations.listConversations(ListConversationsRequest.fromPartial({ includeAll }), as(user)));
const forQuality = (user: TokenUser) => ({ callerToken: callerToken(user, 'quality') });

/** Everything that leaves this service for the gateway about a round. */
async function everyAnswer(user: TokenUser, broadcastId: string): Promise<Record<string, unknown>> {
  const conversations = await list(user, true);
  const replies = conversations.flatMap(({ messages }) =>
    messages.filter(({ role }) => role === MessageRole.ASSISTANT),
  );
  const ids = conversations.map(({ id }) => id);
  const { history } = conversation;
  const find = finder(conversation, user);
  const comparisons = conversation.client(ComparisonsServiceDefinition);
  const comparisonId = broadcastId;
  return {
    conversations,
    dashboard: await list(user),
    found: await find({ withFileTexts: true }),
    foundShort: await find({ limit: 10, messages: MessagesWanted.NONE }),
    search: await find({ q: 'where', limit: 10 }),
    ofComparison: await find({ comparisonId }),
    views: await Promise.all(ids.map((id) => history.getConversation({ id }, as(user)))),
    comparison: await comparisons.getComparison({ id: comparisonId }, as(user)),
    comparisons: await comparisons.findComparisons(FindComparisonsRequest.fromPartial({ limit: 10 }), as(user)),
    resumed: await collect(conversation.broadcasts.resumeBroadcast({ broadcastId, afterId: 0 }, as(user))),
    contexts: await Promise.all(
      replies.map(({ id: messageId }) =>
        conversation.client(ContextsServiceDefinition).getContext({ messageId }, as(user)),
      ),
    ),
    pinned: await conversation
      .client(PinsServiceDefinition)
      .pinReply({ broadcastId, messageId: replies[0]!.id }, as(user)),
    previews: await conversation.client(PreviewsServiceDefinition).listPreviews({ userId: user.userId }, as(anAdmin())),
    summaries: await conversation.client(RoundSummariesServiceDefinition).listSummaries({ broadcastId }, as(user)),
    events: await conversation.rows(
      `SELECT payload FROM conversation.outbox WHERE payload->>'userId' = $1 OR payload->>'user_id' = $1`,
      [user.userId],
    ),
  };
}

describe('a blind round', () => {
  it('names no service and no figure in any answer until its owner votes, and all of them afterwards', async () => {
    const user = aUser();
    const { events, accepted, done } = await sendBlind(user);
    await indexed(conversation);
    expect(accepted.targets.map(({ aiService }) => aiService)).toEqual(['blind..a', 'blind..b', 'blind..c']);
    expect(
      done.replies.map(({ status, responseTimeMs, usage, cost, generation }) => [
        status,
        responseTimeMs,
        usage,
        cost,
        generation,
      ]),
    ).toEqual(services.map(() => [ReplyStatus.COMPLETED, 0, undefined, undefined, undefined]));
    expect(JSON.stringify(events)).not.toMatch(telling);
    for (const [what, answer] of Object.entries(await everyAnswer(user, accepted.broadcastId))) {
      expect({ what, told: telling.exec(JSON.stringify(answer))?.[0] }).toEqual({ what, told: undefined });
    }

    expect(await reveal(user, accepted.broadcastId)).toEqual({ isRevealed: true });
    const shown = await list(user);
    expect(shown.map(({ aiService }) => aiService).toSorted()).toEqual(services.toSorted());
    for (const { aiService, messages } of shown) {
      const reply = messages.at(-1)!;
      expect(reply).toMatchObject({ content: texts[aiService], firstTokenMs: 471_147_110, cost: { amount: 0.0421 } });
      expect(reply.usage).toMatchObject({ inputTokens: 471_147_110, outputTokens: 733_173_310 });
      expect(reply.generation).toMatchObject({ displayName: aiService, model: `${aiService}-borealis-2` });
      expect(reply.responseTimeMs).toBeGreaterThanOrEqual(0);
    }
    expect(await reveal(user, accepted.broadcastId)).toEqual({ isRevealed: true });
  });

  it('dispatches every service once, and gives aliases in an order of chance', async () => {
    const orders = new Set<string>();
    await until(
      async () => {
        const user = aUser();
        const { done } = await sendBlind(user);
        orders.add(done.replies.map(({ content }) => content).join());
        return orders.size > 1;
      },
      { what: 'another order' },
    );
    const last = ai.requests.slice(-3);
    expect(last.map(({ aiService }) => aiService).toSorted()).toEqual(services.toSorted());
    // Nor does the status of any of them change with it.
    expect(last.map(({ blind }) => blind)).toEqual([true, true, true]);
    await collect(conversation.broadcasts.sendMessage(message(['zephyr'], 'And now?'), as(aUser())));
    expect(ai.requests.at(-1)).toMatchObject({ aiService: 'zephyr', blind: undefined });
  });

  it('shows no reply before all have ended, only how many have', async () => {
    const user = aUser();
    const held = gate();
    ai.scripts['slow'] = async function* () {
      yield delta('At');
      await held.opened;
      yield delta(' last.');
      yield endOf('slow');
    };
    const request = blind(['zephyr', 'slow']);
    const reading = follow(conversation.broadcasts.sendMessage(request, as(user)));
    const progress = (events: readonly BroadcastEvent[]) =>
      events.flatMap(({ event }) => (event?.$case === 'progress' ? [event.progress] : []));
    await until(() => progress(reading.events).length > 0, { what: 'one reply to have ended' });
    expect(progress(reading.events).map(({ fraction }) => fraction)).toEqual([0.5, 0.5]);
    expect(new Set(progress(reading.events).map(({ aiService }) => aiService)).size).toBe(2);
    expect(reading.events.map(({ event }) => event?.$case)).toEqual(['accepted', 'progress', 'progress']);
    for (const { messages } of await list(user)) {
      expect(messages.at(-1)).toMatchObject({ status: ReplyStatus.PENDING, content: '' });
    }
    expect(await reveal(user, acceptedOf(reading.events).broadcastId)).toEqual({ isRevealed: false });
    expect((await list(user)).every(({ aiService }) => isBlindName(aiService))).toBe(true);
    held.open();
    await reading.ended;
    const ends = reading.events.filter(({ event }) => event?.$case === 'reply' || event?.$case === 'delta');
    expect(ends.map(({ event }) => (event?.$case === 'reply' ? event.reply.aiService : undefined))).toEqual([
      'blind..a',
      'blind..b',
    ]);
    // What was requested meanwhile comes by itself.
    await until(async () => (await list(user)).every(({ aiService }) => !isBlindName(aiService)), {
      what: 'the reveal',
    });
  });

  it('tells no vendor by the words of an error, and tells them afterwards', async () => {
    const user = aUser();
    ai.scripts['broken'] = async function* () {
      await Promise.resolve();
      yield failed('astra_overloaded', undefined, 'Astra Labs is overloaded.');
    };
    const { accepted, done } = await sendBlind(user, blind(['zephyr', 'broken']));
    expect(done.replies.filter(({ status }) => status === ReplyStatus.FAILED)).toHaveLength(1);
    expect(JSON.stringify([done, await list(user)])).not.toMatch(/astra/i);
    await reveal(user, accepted.broadcastId);
    const broken = (await list(user)).find(({ aiService }) => aiService === 'broken')!;
    expect(broken.messages.at(-1)).toMatchObject({ error: 'Astra Labs is overloaded.', errorCode: 'astra_overloaded' });
  });

  it('goes on blind with its aliases, and all of it is revealed at once', async () => {
    const user = aUser();
    const first = await sendBlind(user);
    const aliases = first.accepted.targets.map(({ aiService }) => aiService);
    const again = await collect(conversation.broadcasts.sendMessage(message(aliases, 'And now?'), as(user)));
    const threadOf = ({ targets }: typeof first.accepted) => targets.map(({ conversationId }) => conversationId);
    expect(threadOf(acceptedOf(again))).toEqual(threadOf(first.accepted));
    const one = first.accepted.targets[1]!;
    const retried = await collect(conversation.broadcasts.retryReply({ messageId: one.messageId }, as(user)));
    expect(acceptedOf(retried).targets).toMatchObject([
      { aiService: one.aiService, conversationId: one.conversationId },
    ]);
    expect(JSON.stringify([again, retried, await list(user, true)])).not.toMatch(telling);
    // Each thread is one service's, and stays it.
    const different = (await list(user)).map(
      ({ messages }) =>
        new Set(messages.filter(({ role }) => role === MessageRole.ASSISTANT).map(({ content }) => content)).size,
    );
    expect(different).toEqual([1, 1, 1]);
    expect(await reveal(user, acceptedOf(again).broadcastId)).toEqual({ isRevealed: true });
    const after = await list(user);
    expect(after.map(({ aiService }) => aiService).toSorted()).toEqual(services.toSorted());
    expect(
      await conversation.rows('SELECT 1 FROM conversation.messages WHERE user_id = $1 AND sealed IS NOT NULL', [
        user.userId,
      ]),
    ).toEqual([]);
    // A page that was open meanwhile still has the aliases.
    await expect(
      collect(conversation.broadcasts.sendMessage(message(aliases, 'Hello?'), as(user))),
    ).rejects.toMatchObject({
      kind: 'conflict',
      code: 'round_revealed',
    });
    // And the next message to the service goes on in the thread that was blind.
    const next = await collect(conversation.broadcasts.sendMessage(message(['quasar'], 'So it was you.'), as(user)));
    expect(threadOf(first.accepted)).toContain(acceptedOf(next).targets[0]!.conversationId);
  });

  it('takes the place of what its services had on the dashboard when it is revealed, and of an earlier blind one at once', async () => {
    const user = aUser();
    await collect(conversation.broadcasts.sendMessage(message(['zephyr', 'quasar'], 'Openly?'), as(user)));
    const earlier = await sendBlind(user);
    const second = await sendBlind(user, blind(['zephyr', 'quasar']));
    const shown = (await list(user)).map(({ aiService }) => aiService).toSorted();
    expect(shown).toEqual(['blind..a', 'blind..b', 'quasar', 'zephyr']);
    await reveal(user, second.accepted.broadcastId);
    const now = await list(user);
    expect(now.map(({ aiService }) => aiService).toSorted()).toEqual(['quasar', 'zephyr']);
    const ids = second.accepted.targets.map(({ conversationId }) => conversationId);
    expect(now.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect((await list(user, true)).filter(({ aiService }) => isBlindName(aiService))).toHaveLength(3);
    // The earlier one can be revealed from history, where it is.
    await reveal(user, earlier.accepted.broadcastId);
    expect((await list(user, true)).filter(({ aiService }) => isBlindName(aiService))).toEqual([]);
    expect((await list(user)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  it('refuses what would tell who is who', async () => {
    const user = aUser();
    const { accepted } = await sendBlind(user);
    const { broadcastId, targets } = accepted;
    const messageIds = targets.map(({ messageId }) => messageId);
    const isBlind = { kind: 'conflict', code: 'round_is_blind' };
    const { broadcasts, history } = conversation;
    const conversationId = targets[0]!.conversationId;
    await expect(
      collect(history.continueConversation({ conversationId, message: 'Hi', aiServices: ['quasar'] }, as(user))),
    ).rejects.toMatchObject(isBlind);
    await expect(
      collect(broadcasts.replayBroadcast({ broadcastId, aiServices: ['quasar'] }, as(user))),
    ).rejects.toMatchObject(isBlind);
    const contexts = conversation.client(ContextsServiceDefinition);
    await expect(contexts.getSentRequest({ messageId: messageIds[0]! }, as(user))).rejects.toMatchObject(isBlind);
    const summaries = conversation.client(RoundSummariesServiceDefinition);
    await expect(
      collect(summaries.summarize({ messageIds, kind: SummaryKind.COMPARE }, as(user))),
    ).rejects.toMatchObject(isBlind);
    await expect(summaries.estimateSummary({ messageIds, kind: SummaryKind.COMPARE }, as(user))).rejects.toMatchObject(
      isBlind,
    );
    const replies = conversation.client(RepliesServiceDefinition);
    const { userId } = user;
    await expect(replies.listRepliesToJudge({ broadcastId, userId }, forQuality(user))).rejects.toMatchObject(isBlind);
    await expect(replies.readReplies({ messageIds, userId }, forQuality(user))).rejects.toMatchObject(isBlind);
    const alias = targets[0]!.aiService;
    await expect(collect(broadcasts.sendMessage(message([alias, 'quasar']), as(user)))).rejects.toMatchObject({
      code: 'only_blind_services',
    });
    await expect(
      collect(broadcasts.sendMessage({ ...message([alias]), ownComparison: { history: [] } }, as(user))),
    ).rejects.toMatchObject({ code: 'unknown_ai_service' });
  });

  it('tells quality, which counts, the real names and that they were hidden', async () => {
    const user = aUser();
    const { accepted } = await sendBlind(user);
    const records = conversation.client(RoundRecordsServiceDefinition);
    const request = { userId: user.userId, broadcastId: accepted.broadcastId };
    const before = await records.getRoundRecords(request, forQuality(user));
    expect(before.isBlind).toBe(true);
    expect(before.replies.map(({ aiService }) => aiService).toSorted()).toEqual(services.toSorted());
    expect(before.replies.map(({ cost }) => cost?.amount)).toEqual([0.0421, 0.0421, 0.0421]);
    await reveal(user, accepted.broadcastId);
    const after = await records.getRoundRecords(request, forQuality(user));
    expect(after).toEqual({ ...before, isBlind: false });
  });

  it('is revealed without a vote where nothing can be compared, and not where something can', async () => {
    const user = aUser();
    const withoutVote = (who: TokenUser, broadcastId: string) =>
      conversation.client(BlindRoundsServiceDefinition).revealRound({ broadcastId, withoutVote: true }, as(who));
    const votable = await sendBlind(user);
    await expect(withoutVote(user, votable.accepted.broadcastId)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'round_can_be_compared',
    });
    ai.scripts['broken'] = async function* () {
      await Promise.resolve();
      yield failed('astra_overloaded', undefined, 'Astra Labs is overloaded.');
    };
    ai.scripts['down'] = ai.scripts['broken'];
    for (const names of [
      ['zephyr', 'broken'],
      ['broken', 'down'],
    ]) {
      const owner = aUser();
      const { broadcastId } = (await sendBlind(owner, blind(names))).accepted;
      await expect(withoutVote(aUser(), broadcastId)).rejects.toMatchObject({ kind: 'not_found' });
      expect(await withoutVote(owner, broadcastId)).toEqual({ isRevealed: true });
      expect((await list(owner)).map(({ aiService }) => aiService).toSorted()).toEqual(names.toSorted());
      expect(await withoutVote(owner, broadcastId)).toEqual({ isRevealed: true });
    }
  });

  it('is revealed by the event of a vote alone, and only by its owner', async () => {
    const user = aUser();
    const { accepted } = await sendBlind(user);
    const { broadcastId } = accepted;
    const voted = (userId: string) =>
      conversation.service.database.asWorker((tx) =>
        conversation.service.events
          .in(tx)
          .publish('quality.vote_cast.v1', { userId, ownerId: user.userId, broadcastId }),
      );
    await expect(reveal(aUser(), broadcastId)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(reveal(user, randomUUID())).rejects.toMatchObject({ kind: 'not_found' });
    await voted(randomUUID());
    await voted(user.userId);
    await until(async () => (await list(user)).every(({ aiService }) => !isBlindName(aiService)), {
      what: 'the reveal',
    });
    expect(
      await conversation.rows('SELECT 1 FROM conversation.pending_reveals WHERE user_id = $1', [user.userId]),
    ).toEqual([]);
  });

  it('begun at the same moment by another process is seen, not stumbled over', async () => {
    const user = aUser();
    const other = new pg.Client({ connectionString: conversation.database.adminUrl });
    await other.connect();
    await other.query('BEGIN');
    await other.query(
      `INSERT INTO conversation.conversations (id, user_id, ai_service, blind_service, title)
       VALUES (gen_random_uuid(), $1, 'blind..a', 'zephyr', 'Elsewhere')`,
      [user.userId],
    );
    const sending = sendBlind(user);
    const waitsForIt = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INTO conversations%'`;
    await until(async () => (await conversation.rows(waitsForIt)).length > 0, { what: 'it to wait' });
    await other.query('COMMIT');
    await other.end();
    expect((await sending).accepted.targets).toHaveLength(services.length);
    const titles = (await list(user)).map(({ title }) => title);
    expect(new Set(titles)).toEqual(new Set(['Where are you?']));
  });

  it('calls a service that was removed by its alias', async () => {
    const user = aUser();
    const { accepted } = await sendBlind(user, blind(['zephyr', 'quasar']));
    const aliases = accepted.targets.map(({ aiService }) => aiService);
    await conversation.rows(
      `UPDATE conversation.conversations SET blind_service = 'gone-since' WHERE user_id = $1 AND blind_service = 'quasar'`,
      [user.userId],
    );
    const sent = collect(conversation.broadcasts.sendMessage(message(aliases, 'And now?'), as(user)));
    await expect(sent).rejects.toMatchObject({
      code: 'unknown_ai_service',
      message: expect.stringMatching(/^Service [AB] cannot be asked any more\. Leave it out, or vote first\.$/),
    });
  });

  it('does not name a variant whose preset was deleted', async () => {
    const user = aUser();
    const presets = conversation.client(AnswerPresetsServiceDefinition);
    const fields = AnswerPresetFields.fromPartial({ name: 'borealis', settings: {}, aiServices: ['zephyr'] });
    const { id } = await presets.createAnswerPreset({ fields }, as(user));
    const { accepted } = await sendBlind(user, blind([`zephyr..${id}`, 'quasar']));
    await presets.deleteAnswerPreset({ id }, as(user));
    const aliases = accepted.targets.map(({ aiService }) => aiService);
    const sent = collect(conversation.broadcasts.sendMessage(message(aliases, 'And now?'), as(user)));
    await expect(sent).rejects.toMatchObject({
      code: 'preset_not_found',
      message: expect.not.stringMatching(telling),
    });
  });

  it('is for two services or more that write text, once per key', async () => {
    const user = aUser();
    await expect(sendBlind(user, blind(['zephyr']))).rejects.toMatchObject({ code: 'too_few_services' });
    await expect(sendBlind(user, blind(['zephyr', 'nobody']))).rejects.toMatchObject({ code: 'unknown_ai_service' });
    const request = { ...blind(), idempotencyKey: randomUUID() };
    const first = await sendBlind(user, request);
    const second = await sendBlind(user, request);
    expect(second.accepted).toEqual(first.accepted);
    await expect(sendBlind(user, { ...request, isBlind: false })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });
});

describe('a round that is shared', () => {
  const shares = () => conversation.client(RoundSharesServiceDefinition);
  const gone = { kind: 'not_found', code: 'share_not_found' };
  const open = async (user: TokenUser, aiServices = services) => {
    const events = await collect(conversation.broadcasts.sendMessage(message(aiServices, 'Where are you?'), as(user)));
    return acceptedOf(events);
  };
  const share = (user: TokenUser, broadcastId: string, more: { days?: number; hidesNames?: boolean } = {}) =>
    shares().shareRound({ broadcastId, days: 7, hidesNames: true, ...more }, as(user));
  const read = (user: TokenUser, id: string, hasVoted = false) => shares().getSharedRound({ id, hasVoted }, as(user));

  it('is read by another user without a name, an id or a figure of its own, until they have voted', async () => {
    const [ada, bob] = [aUser(), aUser()];
    const { broadcastId, targets } = await open(ada);
    const { id, ...shared } = await share(ada, broadcastId);
    expect(shared).toMatchObject({ broadcastId, question: 'Where are you?', hidesNames: true });
    const hidden = await read(bob, id);
    expect(hidden.replies.map(({ aiService }) => aiService)).toEqual(['blind..a', 'blind..b', 'blind..c']);
    expect(hidden.replies.map(({ content }) => content).toSorted()).toEqual(Object.values(texts).toSorted());
    expect(hidden).toMatchObject({ question: 'Where are you?', files: [], hidesNames: true });
    const answered = JSON.stringify(hidden);
    expect(answered).not.toMatch(telling);
    const own = [ada.userId, broadcastId, ...targets.flatMap((each) => [each.messageId, each.conversationId])];
    for (const each of own) expect(answered).not.toContain(each);
    const shown = await read(bob, id, true);
    expect(shown.hidesNames).toBe(false);
    expect(shown.replies.map(({ key, content }) => [key, content])).toEqual(
      hidden.replies.map(({ key, content }) => [key, content]),
    );
    for (const { aiService, content } of shown.replies) expect(content).toBe(texts[aiService]);
    // The owner reads it as everybody else does, and what is shown openly has its names.
    expect((await read(ada, id)).hidesNames).toBe(true);
    const openly = await share(ada, broadcastId, { hidesNames: false });
    expect((await read(bob, openly.id)).replies.map(({ aiService }) => aiService)).toEqual(services);
  });

  it('stays blind to its owner whoever votes, and cannot be shown with its names before', async () => {
    const [ada, bob] = [aUser(), aUser()];
    const { accepted, done } = await sendBlind(ada);
    const { id, hidesNames } = await share(ada, accepted.broadcastId, { hidesNames: false });
    expect(hidesNames).toBe(true);
    const seen = await read(bob, id);
    // Both call the same reply Service A.
    expect(seen.replies.map(({ content }) => content)).toEqual(done.replies.map(({ content }) => content));
    expect(JSON.stringify(seen)).not.toMatch(telling);
    for (const { aiService, content } of (await read(bob, id, true)).replies) expect(content).toBe(texts[aiService]);
    expect((await list(ada)).every(({ aiService }) => isBlindName(aiService))).toBe(true);
    await reveal(ada, accepted.broadcastId);
    expect(JSON.stringify(await read(bob, id))).not.toMatch(telling);
    expect((await read(bob, id)).replies).toEqual(seen.replies);
  });

  it('is one answer when it is missing, ended, revoked, deleted, or its owner may not use the product', async () => {
    const [ada, bob] = [aUser(), aUser()];
    const { broadcastId, targets } = await open(ada);
    const made = async () => (await share(ada, broadcastId)).id;
    const asks = async (id: string) => {
      await expect(read(bob, id)).rejects.toMatchObject(gone);
      const request = { id, userId: bob.userId };
      await expect(shares().getSharedRecords(request, forQuality(bob))).rejects.toMatchObject(gone);
    };
    for (const id of [randomUUID(), 'no id', broadcastId]) await asks(id);
    const ended = await made();
    await conversation.rows('UPDATE conversation.round_shares SET expires_at = now() WHERE id = $1', [ended]);
    await asks(ended);
    const revoked = await made();
    await expect(shares().revokeRoundShare({ id: revoked }, as(bob))).rejects.toMatchObject(gone);
    expect((await read(bob, revoked)).replies).toHaveLength(3);
    await shares().revokeRoundShare({ id: revoked }, as(ada));
    await asks(revoked);
    await expect(shares().revokeRoundShare({ id: revoked }, as(ada))).rejects.toMatchObject(gone);
    const kept = await made();
    ai.erased.add(ada.userId);
    await until(async () => (await read(bob, kept).catch((error: { code?: string }) => error.code)) === gone.code, {
      what: 'the access of its owner to be asked again',
    });
    ai.erased.delete(ada.userId);
    await until(async () => (await read(bob, kept).catch(() => undefined)) !== undefined, { what: 'it to be back' });
    for (const { conversationId: id } of targets.slice(0, 2))
      await conversation.history.deleteConversation({ id }, as(ada));
    await asks(kept);
  });

  it('is listed for its owner, ends with the account, and is for approved users', async () => {
    const [ada, bob] = [aUser(), aUser()];
    const { broadcastId } = await open(ada);
    const other = await open(ada);
    const [first, second] = [await share(ada, broadcastId), await share(ada, other.broadcastId)];
    const listed = async (user: TokenUser, of?: string) =>
      (await shares().listRoundShares({ broadcastId: of }, as(user))).shares.map(({ id }) => id);
    expect(await listed(ada)).toEqual([second.id, first.id]);
    expect(await listed(ada, broadcastId)).toEqual([first.id]);
    expect(await listed(bob)).toEqual([]);
    await expect(read({ ...bob, isApproved: false }, first.id)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(share({ ...ada, isApproved: false }, broadcastId)).rejects.toMatchObject({ kind: 'forbidden' });
    await conversation.service.database.asWorker((tx) => tx.query('SELECT conversation.erase_user($1)', [ada.userId]));
    expect(await conversation.rows('SELECT 1 FROM conversation.round_shares WHERE user_id = $1', [ada.userId])).toEqual(
      [],
    );
    await expect(read(bob, first.id)).rejects.toMatchObject(gone);
  });

  it('is refused where it is another’s, still written, or has nothing to compare', async () => {
    const [ada, bob] = [aUser(), aUser()];
    const { broadcastId } = await open(ada);
    await expect(share(bob, broadcastId)).rejects.toMatchObject({ code: 'broadcast_not_found' });
    await expect(share(ada, 'no id')).rejects.toMatchObject({ code: 'broadcast_not_found' });
    for (const days of [0, 91])
      await expect(share(ada, broadcastId, { days })).rejects.toMatchObject({ kind: 'invalid' });
    const alone = await open(ada, ['zephyr']);
    await expect(share(ada, alone.broadcastId)).rejects.toMatchObject({ code: 'too_few_replies' });
    const held = gate();
    ai.scripts['late'] = async function* () {
      await held.opened;
      yield delta('At last.');
      yield endOf('late');
    };
    const reading = follow(conversation.broadcasts.sendMessage(message(['zephyr', 'quasar', 'late']), as(ada)));
    await until(() => reading.events.length > 0);
    await expect(share(ada, acceptedOf(reading.events).broadcastId)).rejects.toMatchObject({
      code: 'round_still_open',
    });
    held.open();
    await reading.ended;
  });

  it('tells quality, on behalf of the voter alone, what a vote is counted by', async () => {
    const [ada, bob] = [aUser(), aUser()];
    const { broadcastId, targets } = await open(ada);
    const { id } = await share(ada, broadcastId);
    const request = { id, userId: bob.userId };
    const found = await shares().getSharedRecords(request, forQuality(bob));
    expect(found).toMatchObject({ ownerId: ada.userId, broadcastId, hidesNames: true });
    expect(found.records!.replies.map(({ messageId }) => messageId)).toEqual(targets.map(({ messageId }) => messageId));
    const keys = (await read(bob, id)).replies.map(({ key }) => key);
    expect(found.keys.toSorted()).toEqual(keys.toSorted());
    for (const caller of [as(bob), forQuality(ada)])
      await expect(shares().getSharedRecords(request, caller)).rejects.toMatchObject({ kind: 'forbidden' });
  });
});
