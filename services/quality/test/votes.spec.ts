import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LeaderboardServiceDefinition, VoteOutcome, VoteReason } from '@polylogue/proto';
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
    expect(await quality.votes.getVote({ broadcastId }, as(userId))).toEqual({ vote: cast, hasSeenNames: false });
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
    expect((await quality.votes.getVote({ broadcastId }, as(userId))).vote).toBeUndefined();
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
    await quality.votes.withdrawVote({ broadcastId }, as(userId));
    await quality.votes.castVote(aVote(broadcastId, ['gpt']), as(userId));
    const deleteConversations = (...names: string[]) =>
      quality.service.database.asWorker((tx) =>
        quality.service.events.in(tx).publish('conversation.conversations_deleted.v1', {
          userId,
          conversationIds: names.map((name) => idOf(broadcastId, name, 2)),
        }),
      );
    await deleteConversations('grok');
    await until(async () => (await contestants(broadcastId)).length === 0, { what: 'the vote to be gone' });
    // What is left of the round can still be voted on, by who knows its names.
    const seen = () => quality.rows('SELECT user_id FROM quality.names_seen WHERE broadcast_id = $1', [broadcastId]);
    expect(await seen()).toHaveLength(1);
    await deleteConversations('gpt', 'claude');
    await until(async () => (await seen()).length === 0, { what: 'who saw the names to be gone' });
    expect(await quality.votes.getVotes({ broadcastIds: [broadcastId] }, as(userId))).toEqual({ votes: [] });
  });
});

describe('votes on a shared round', () => {
  const shared = (hidesNames = true) => {
    const round = aBroadcast(upstreams, { ...three, mistral: null });
    const shareId = randomUUID();
    upstreams.broadcasts.get(round.broadcastId)!.share = { id: shareId, hidesNames };
    return { ...round, shareId };
  };
  const keyIn = (broadcastId: string, name: string) => idOf(broadcastId, name, 5);
  const castBest = (voter: string, { broadcastId, shareId }: ReturnType<typeof shared>, name: string) =>
    quality.votes.castSharedVote(
      {
        shareId,
        outcome: VoteOutcome.BEST,
        best: [keyIn(broadcastId, name)],
        reasons: [VoteReason.CLEAR],
        comment: 'So.',
      },
      as(voter),
    );
  const namesSeenBy = async (userId: string) => {
    const found: unknown[] = [];
    for await (const some of quality.votes.listNamesSeen({}, as(userId))) found.push(some);
    return found;
  };
  const votesOf = async (userId: string, wanted: object = {}) => {
    const board = quality.client(LeaderboardServiceDefinition);
    const { votes, people } = await board.getLeaderboard(
      { wholeInstallation: false, byService: true, ...wanted },
      as(userId),
    );
    return { votes, wins: Object.fromEntries(people.map(({ aiService, wins }) => [aiService, wins])) };
  };

  it('are each person’s own, named by keys alone, and count for its owner and not for who votes', async () => {
    const round = shared();
    const { broadcastId, userId: owner, shareId } = round;
    const [bob, eve] = [randomUUID(), randomUUID()];
    expect(await quality.votes.getSharedVote({ shareId }, as(bob))).toEqual({ vote: undefined, hasSeenNames: false });
    const first = await castBest(bob, round, 'gpt');
    expect(first).toMatchObject({ best: [keyIn(broadcastId, 'gpt')], wasBlind: true, broadcastId: '' });
    expect(await quality.votes.getSharedVote({ shareId }, as(bob))).toEqual({ vote: first, hasSeenNames: true });
    expect(await quality.votes.getSharedVote({ shareId }, as(eve))).toEqual({ vote: undefined, hasSeenNames: false });
    await castBest(eve, round, 'claude');
    await quality.votes.castVote(aVote(broadcastId, ['gpt']), as(owner));
    expect(await votesOf(owner)).toEqual({ votes: 3, wins: { gpt: 2, claude: 1, grok: 0 } });
    expect((await votesOf(bob)).votes).toBe(0);
    const ids = { broadcastIds: [broadcastId, randomUUID()] };
    expect(await quality.votes.countVoters(ids, as(owner))).toEqual({ rounds: [{ broadcastId, voters: 2 }] });
    expect(await quality.votes.countVoters(ids, as(bob))).toEqual({ rounds: [] });
    // Its words are the voter's alone.
    expect((await quality.votes.getVotes(ids, as(owner))).votes.map(({ comment }) => comment)).toEqual([undefined]);
    const published = await quality.rows<{ payload: unknown }>(
      `SELECT payload FROM quality.outbox WHERE subject LIKE '%vote_cast.v1' AND payload->>'userId' = $1`,
      [bob],
    );
    expect(published).toEqual([{ payload: { userId: bob, ownerId: owner, broadcastId } }]);
  });

  it('count for an owner to whom the round is blind once they have voted themselves', async () => {
    const round = shared();
    upstreams.broadcasts.get(round.broadcastId)!.isBlind = true;
    await castBest(randomUUID(), round, 'gpt');
    expect(await votesOf(round.userId)).toEqual({ votes: 0, wins: {} });
    await quality.votes.castVote(aVote(round.broadcastId, ['claude']), as(round.userId));
    expect(await votesOf(round.userId)).toEqual({ votes: 2, wins: { gpt: 1, claude: 1, grok: 0 } });
  });

  it('are blind the first time, and once they change no more', async () => {
    const round = shared();
    const bob = randomUUID();
    const cast = [
      await castBest(bob, round, 'gpt'),
      await castBest(bob, round, 'gpt'),
      await castBest(bob, round, 'grok'),
    ];
    expect(cast.map(({ wasBlind }) => wasBlind)).toEqual([true, true, false]);
    expect((await castBest(randomUUID(), shared(false), 'gpt')).wasBlind).toBe(false);
  });

  it.each(['by the link', 'by the id of the round'])(
    'are not blind again once one was withdrawn %s, and names stay shown',
    async (way) => {
      const round = shared();
      const { broadcastId, shareId } = round;
      const bob = randomUUID();
      expect((await castBest(bob, round, 'gpt')).wasBlind).toBe(true);
      if (way === 'by the link') await quality.votes.withdrawSharedVote({ shareId }, as(bob));
      else await quality.votes.withdrawVote({ broadcastId }, as(bob));
      expect(await quality.votes.getSharedVote({ shareId }, as(bob))).toEqual({ vote: undefined, hasSeenNames: true });
      expect((await quality.votes.countVoters({ broadcastIds: [broadcastId] }, as(round.userId))).rounds).toEqual([]);
      // It is part of what is kept of them, with the id of the round alone.
      expect(await namesSeenBy(bob)).toEqual([{ broadcastIds: [broadcastId] }]);
      expect((await castBest(bob, round, 'gpt')).wasBlind).toBe(false);
      // Another is as blind as ever, and has nothing to withdraw.
      const eve = randomUUID();
      const none = quality.votes.withdrawSharedVote({ shareId }, as(eve));
      await expect(none).rejects.toMatchObject({ code: 'vote_not_found' });
      expect(await namesSeenBy(eve)).toEqual([]);
      expect((await castBest(eve, round, 'gpt')).wasBlind).toBe(true);
    },
  );

  it('are not blind where the names were read by another link, or are one’s own round’s', async () => {
    const round = shared(false);
    const known = upstreams.broadcasts.get(round.broadcastId)!;
    const bob = randomUUID();
    await quality.votes.getSharedVote({ shareId: round.shareId }, as(bob));
    const shareId = randomUUID();
    known.share = { id: shareId, hidesNames: true };
    expect((await castBest(bob, { ...round, shareId }, 'gpt')).wasBlind).toBe(false);
    expect((await castBest(round.userId, { ...round, shareId }, 'gpt')).wasBlind).toBe(false);
    expect((await castBest(randomUUID(), { ...round, shareId }, 'gpt')).wasBlind).toBe(true);
  });

  it('are refused for what is not shared any more, for a message’s own id, and from who is not approved', async () => {
    const round = shared();
    const bob = randomUUID();
    const gone = { kind: 'not_found', code: 'share_not_found' };
    await expect(castBest(bob, { ...round, shareId: randomUUID() }, 'gpt')).rejects.toMatchObject(gone);
    const own = { ...aVote(round.broadcastId, ['gpt']), shareId: round.shareId };
    await expect(quality.votes.castSharedVote(own, as(bob))).rejects.toMatchObject({ code: 'invalid_vote' });
    const unapproved = { callerToken: callerToken({ userId: bob, isApproved: false }) };
    await expect(quality.votes.getSharedVote({ shareId: round.shareId }, unapproved)).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await expect(castBest(bob, round, 'mistral')).rejects.toMatchObject({ code: 'invalid_vote' });
    await castBest(bob, round, 'gpt');
    upstreams.broadcasts.get(round.broadcastId)!.share = undefined;
    await expect(castBest(bob, round, 'claude')).rejects.toMatchObject(gone);
    await expect(quality.votes.getSharedVote({ shareId: round.shareId }, as(bob))).rejects.toMatchObject(gone);
    // What was cast counts on.
    expect((await votesOf(round.userId)).votes).toBe(1);
  });

  it('go with the account of their voter, and with that of the owner of their round', async () => {
    const [first, second] = [shared(), shared()];
    const [bob, eve] = [randomUUID(), randomUUID()];
    for (const round of [first, second]) for (const voter of [bob, eve]) await castBest(voter, round, 'gpt');
    // What is known of who has seen names goes with both as well.
    const seen = (broadcastId: string) =>
      quality.rows('SELECT user_id FROM quality.names_seen WHERE broadcast_id = $1', [broadcastId]);
    for (const voter of [bob, eve]) await quality.votes.getSharedVote({ shareId: first.shareId }, as(voter));
    const erase = (userId: string) =>
      quality.service.database.asWorker(async (tx) => {
        await tx.query('INSERT INTO quality.erasures (person) VALUES ($1)', [userId]);
        await tx.query('SELECT quality.erase_user($1)', [userId]);
      });
    await erase(bob);
    expect((await contestants(first.broadcastId)).length).toBe(3);
    expect(await seen(first.broadcastId)).toEqual([{ user_id: eve }]);
    await erase(first.userId);
    expect(await contestants(first.broadcastId)).toEqual([]);
    expect(await seen(first.broadcastId)).toEqual([]);
    expect((await votesOf(second.userId)).votes).toBe(1);
  });
});
