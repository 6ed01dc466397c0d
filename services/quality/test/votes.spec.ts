import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VoteOutcome, VoteReason } from '@polylogue/proto';
import { callerToken, closing, until } from '@polylogue/test-kit';
import {
  aBroadcast,
  idOf,
  says,
  startQuality,
  startUpstreams,
  type Quality,
  type Upstreams,
} from './quality.fixture.js';

const { add, closeAll } = closing();
let upstreams: Upstreams;
let quality: Quality;

beforeAll(async () => {
  upstreams = add(await startUpstreams({ gpt: says(''), claude: says('') }));
  quality = add(await startQuality(upstreams, { env: { QUALITY_MODE: 'off' } }));
});
afterAll(closeAll);

const three = { gpt: 'A talk.', claude: 'Of many.', grok: 'Voices.' };
const as = (userId: string) => ({ callerToken: callerToken({ userId }) });
const aVote = (broadcastId: string, best: string[] = [], outcome = VoteOutcome.BEST) => ({
  broadcastId,
  outcome,
  best: best.map((aiService) => idOf(broadcastId, aiService, 1)),
  reasons: [] as VoteReason[],
});
const contestants = (broadcastId: string) =>
  quality.rows(
    `SELECT ai_service, version, is_best, response_time_ms, cost_amount, cost_currency FROM quality.vote_contestants
     WHERE broadcast_id = $1 ORDER BY ai_service`,
    [broadcastId],
  );

describe('a vote', () => {
  it('is kept with what it compares, and is published', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, { ...three, mistral: null });
    const cast = await quality.votes.castVote(
      { ...aVote(broadcastId, ['claude']), reasons: [VoteReason.CORRECT, VoteReason.CONCISE], comment: 'Short.' },
      as(userId),
    );
    expect(cast).toMatchObject({
      broadcastId,
      outcome: VoteOutcome.BEST,
      best: [idOf(broadcastId, 'claude', 1)],
      reasons: [VoteReason.CORRECT, VoteReason.CONCISE],
      comment: 'Short.',
      wasBlind: false,
    });
    expect(await quality.votes.getVote({ broadcastId }, as(userId))).toEqual({ vote: cast });
    const taken = { response_time_ms: 1_000, cost_amount: 0.01, cost_currency: 'USD' };
    expect(await contestants(broadcastId)).toEqual([
      { ai_service: 'claude', version: 'claude-1', is_best: true, ...taken },
      { ai_service: 'gpt', version: 'gpt-1', is_best: false, ...taken },
      { ai_service: 'grok', version: 'grok-1', is_best: false, ...taken },
    ]);
    const published = await quality.rows<{ payload: unknown }>(
      `SELECT payload FROM quality.outbox WHERE subject LIKE '%vote_cast.v1'`,
    );
    expect(published).toContainEqual({ payload: { userId, ownerId: userId, broadcastId } });
  });

  it('is changed by another, and withdrawn once', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, three);
    await quality.votes.castVote(aVote(broadcastId, ['claude']), as(userId));
    await quality.votes.castVote(aVote(broadcastId, ['gpt', 'grok'], VoteOutcome.TIE), as(userId));
    const { vote } = await quality.votes.getVote({ broadcastId }, as(userId));
    expect(vote?.best.toSorted()).toEqual(['gpt', 'grok'].map((name) => idOf(broadcastId, name, 1)).toSorted());
    await quality.votes.withdrawVote({ broadcastId }, as(userId));
    expect(await quality.votes.getVote({ broadcastId }, as(userId))).toEqual({ vote: undefined });
    expect(await contestants(broadcastId)).toEqual([]);
    await expect(quality.votes.withdrawVote({ broadcastId }, as(userId))).rejects.toMatchObject({
      code: 'vote_not_found',
    });
  });

  it('of a tie that names none is a tie of all, and one of none bears no best', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, three);
    const tie = await quality.votes.castVote(aVote(broadcastId, [], VoteOutcome.TIE), as(userId));
    expect(tie.best).toHaveLength(3);
    const bad = await quality.votes.castVote(aVote(broadcastId, [], VoteOutcome.ALL_BAD), as(userId));
    expect(bad.best).toEqual([]);
  });

  it('cast at the same moment twice leaves one', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, three);
    const names = ['gpt', 'claude', 'grok', 'gpt', 'claude', 'grok'];
    await Promise.all(names.map((name) => quality.votes.castVote(aVote(broadcastId, [name]), as(userId))));
    const rows = await contestants(broadcastId);
    expect(rows).toHaveLength(3);
    expect(rows.filter((row) => row['is_best'])).toHaveLength(1);
  });
});

describe('a vote on a blind round', () => {
  it('stays blind while the choice stays, and is not once it changes after the names were shown', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, three);
    const round = upstreams.broadcasts.get(broadcastId)!;
    round.isBlind = true;
    const first = await quality.votes.castVote(aVote(broadcastId, ['gpt']), as(userId));
    round.isBlind = false;
    const explained = { ...aVote(broadcastId, ['gpt']), reasons: [VoteReason.CLEAR] };
    const same = await quality.votes.castVote(explained, as(userId));
    const other = await quality.votes.castVote(aVote(broadcastId, ['claude']), as(userId));
    expect([first, same, other].map(({ wasBlind }) => wasBlind)).toEqual([true, true, false]);
  });
});

describe('no vote', () => {
  const refused = (
    broadcastId: string,
    userId: string,
    vote: Partial<ReturnType<typeof aVote>> & { comment?: string },
  ) =>
    quality.votes.castVote({ ...aVote(broadcastId, ['gpt']), ...vote }, as(userId)).then(
      () => 'cast',
      (error: { code?: string }) => error.code,
    );

  it.each([
    ['no best', { best: [] }],
    ['two bests', { best: [1, 2].map(() => randomUUID()) }],
    ['a best of another round', { best: [randomUUID()] }],
    ['a tie of one', { outcome: VoteOutcome.TIE }],
    ['a best where all are bad', { outcome: VoteOutcome.ALL_BAD }],
    ['a reason twice', { reasons: [VoteReason.CLEAR, VoteReason.CLEAR] }],
    ['too many words', { comment: 'x'.repeat(501) }],
  ])('with %s', async (_what, vote) => {
    const { broadcastId, userId } = aBroadcast(upstreams, three);
    expect(await refused(broadcastId, userId, vote)).toBe('invalid_vote');
  });

  it('for a failed reply, an open round, one reply, or another user', async () => {
    const partly = aBroadcast(upstreams, { gpt: null, claude: 'Yes.', grok: 'No.' });
    expect(await refused(partly.broadcastId, partly.userId, {})).toBe('invalid_vote');
    const open = aBroadcast(upstreams, { gpt: 'Yes.', claude: 'No.', grok: undefined });
    expect(await refused(open.broadcastId, open.userId, {})).toBe('round_still_open');
    const alone = aBroadcast(upstreams, { gpt: 'Yes.', claude: null });
    expect(await refused(alone.broadcastId, alone.userId, {})).toBe('too_few_replies');
    const foreign = aBroadcast(upstreams, three);
    expect(await refused(foreign.broadcastId, randomUUID(), {})).toBe('broadcast_not_found');
    expect(await refused('no id', randomUUID(), {})).toBe('broadcast_not_found');
    const read = quality.votes.getVote({ broadcastId: foreign.broadcastId }, as(randomUUID()));
    await expect(read).rejects.toMatchObject({ code: 'broadcast_not_found' });
  });

  it('from who is not approved', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, three);
    const unapproved = { callerToken: callerToken({ userId, isApproved: false }) };
    await expect(quality.votes.castVote(aVote(broadcastId, ['gpt']), unapproved)).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });
});

describe('votes', () => {
  it('are read for many rounds at once, and only by who cast them', async () => {
    const first = aBroadcast(upstreams, three);
    const second = aBroadcast(upstreams, three, { userId: first.userId });
    for (const { broadcastId } of [first, second])
      await quality.votes.castVote(aVote(broadcastId, ['gpt']), as(first.userId));
    const broadcastIds = [first.broadcastId, second.broadcastId, randomUUID(), 'no id'];
    const { votes } = await quality.votes.getVotes({ broadcastIds }, as(first.userId));
    expect(votes.map(({ broadcastId }) => broadcastId)).toEqual([first.broadcastId, second.broadcastId]);
    expect(await quality.votes.getVotes({ broadcastIds }, as(randomUUID()))).toEqual({ votes: [] });
  });

  it('are read all together for their user’s own data, page after page', async () => {
    const userId = randomUUID();
    const ids = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const { broadcastId } = aBroadcast(upstreams, three, { userId });
        await quality.votes.castVote(aVote(broadcastId, ['gpt']), as(userId));
        return broadcastId;
      }),
    );
    const read = async (who: string) => {
      const found: string[] = [];
      for await (const { votes } of quality.votes.listVotes({}, as(who)))
        found.push(...votes.map(({ broadcastId }) => broadcastId));
      return found;
    };
    expect((await read(userId)).toSorted()).toEqual(ids.toSorted());
    expect(await read(randomUUID())).toEqual([]);
  });

  it('go with any conversation whose reply they compare', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, three);
    await quality.votes.castVote(aVote(broadcastId, ['gpt']), as(userId));
    await quality.service.database.asWorker((tx) =>
      quality.service.events.in(tx).publish('conversation.conversations_deleted.v1', {
        userId,
        conversationIds: [idOf(broadcastId, 'grok', 2)],
      }),
    );
    await until(async () => (await contestants(broadcastId)).length === 0, { what: 'the vote to be gone' });
    expect(await quality.votes.getVotes({ broadcastIds: [broadcastId] }, as(userId))).toEqual({ votes: [] });
  });
});
