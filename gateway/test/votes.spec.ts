import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Calibration,
  Leaderboard,
  Vote,
  VoteOutcome,
  VoteReason,
  type CastVoteRequest,
  type GetLeaderboardRequest,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { startGateway, type RunningGateway } from './gateway.js';

const id = randomUUID();
const best = randomUUID();
const at = new Date('2026-11-24T04:00:00Z');
let gateway: RunningGateway;
let eve: Awaited<ReturnType<RunningGateway['aUser']>>;
const cast: CastVoteRequest[] = [];
const wanted: GetLeaderboardRequest[] = [];

beforeAll(async () => {
  gateway = await startGateway();
  eve = await gateway.aUser();
  const { votes, leaderboard } = gateway.upstreams;
  const vote = Vote.fromPartial({
    broadcastId: id,
    outcome: VoteOutcome.BEST,
    best: [best],
    wasBlind: true,
    updatedAt: at,
  });
  votes.castVote = (request) => {
    cast.push(request);
    return Promise.resolve(Vote.fromPartial({ ...vote, reasons: request.reasons, comment: request.comment }));
  };
  votes.getVote = ({ broadcastId }) =>
    Promise.resolve({ vote: broadcastId === id ? vote : undefined, hasSeenNames: false });
  votes.getVotes = ({ broadcastIds }) => Promise.resolve({ votes: broadcastIds.includes(id) ? [vote] : [] });
  votes.withdrawVote = ({ broadcastId }) => {
    if (broadcastId === id) return Promise.resolve({});
    throw new AppError('not_found', 'vote_not_found', 'There is no vote of yours on this round.');
  };
  const rubric = { name: 'Built-in rubric', number: 1, verdicts: 4 };
  leaderboard.getLeaderboard = (request) => {
    wanted.push(request);
    const people = [{ aiService: 'gpt', version: 'm', votes: 3, wins: 2, losses: 1, responseTimeMs: 900 }];
    return Promise.resolve(Leaderboard.fromPartial({ people, votes: 3, leftOut: ['gpt'], rubric, rubrics: [rubric] }));
  };
  leaderboard.getCalibration = () => {
    const agreements = [
      { criterion: 'overall', kappa: 0.5, interval: { low: 0.2, high: 0.8 } },
      { criterion: 'style of a later version', kappa: 0.1 },
      { criterion: 'own', name: 'kind' },
    ];
    const position = { slope: -1, interval: { low: -2, high: 0 }, n: 12 };
    const range = { low: 0.1, high: 0.3 };
    const compared = { judge: 'gpt', pairs: 20, first: 3, last: 1, follows: 0.2, followsRange: range };
    const comparisons = [compared, { judge: 'gpt', pairs: 2, wavering: 1, people: 12, kappa: 0.5, kappaRange: range }];
    return Promise.resolve(
      Calibration.fromPartial({ judges: [{ judge: 'gpt', agreements, position }], votes: 12, comparisons }),
    );
  };
});
afterAll(() => gateway.close());

async function ask(method: string, path: string, body?: unknown) {
  const answer = await gateway.ask(path, { method, body, cookie: eve.cookie });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>) };
}

describe('a vote', () => {
  const path = `/api/broadcasts/${id}/vote`;

  it('is cast, read and withdrawn', async () => {
    const body = { outcome: 'best', best: [best], reasons: ['correct', 'well_formatted'], comment: '  Short.  ' };
    expect(await ask('PUT', path, body)).toEqual({
      status: 200,
      body: {
        broadcastId: id,
        outcome: 'best',
        best: [best],
        reasons: ['correct', 'well_formatted'],
        comment: 'Short.',
        wasBlind: true,
        timestamp: at.toISOString(),
      },
    });
    expect(cast.at(-1)).toEqual({
      broadcastId: id,
      outcome: VoteOutcome.BEST,
      best: [best],
      reasons: [VoteReason.CORRECT, VoteReason.WELL_FORMATTED],
      comment: 'Short.',
    });
    expect(await ask('GET', path)).toMatchObject({ status: 200, body: { vote: { outcome: 'best', comment: null } } });
    expect(await ask('GET', `/api/broadcasts/${randomUUID()}/vote`)).toEqual({ status: 200, body: { vote: null } });
    expect((await ask('DELETE', path)).status).toBe(204);
    expect(await ask('DELETE', `/api/broadcasts/${randomUUID()}/vote`)).toMatchObject({
      status: 404,
      body: { code: 'vote_not_found' },
    });
  });

  it('of many rounds is read by their ids', async () => {
    expect(await ask('GET', `/api/votes?broadcasts=${randomUUID()},${id}`)).toMatchObject({
      status: 200,
      body: [{ broadcastId: id }],
    });
    expect((await ask('GET', '/api/votes?broadcasts=1')).status).toBe(400);
    const many = Array.from({ length: 201 }, () => randomUUID()).join(',');
    expect((await ask('GET', `/api/votes?broadcasts=${many}`)).status).toBe(400);
  });

  it.each([
    ['no outcome', { best: [best] }, 'A vote is best, tie or all_bad.'],
    ['no best', { outcome: 'best' }, 'Name exactly one reply as the best.'],
    ['a tie of one', { outcome: 'tie', best: [best] }, 'At least two replies tie. Name none to say that all do.'],
    ['a best of bad ones', { outcome: 'all_bad', best: [best] }, 'Where all replies are bad, none is the best.'],
    ['a reply twice', { outcome: 'tie', best: [best, best] }, 'Each reply can be named only once.'],
    [
      'too many words',
      { outcome: 'tie', comment: 'x'.repeat(501) },
      'The words of a vote can have at most 500 characters.',
    ],
  ])('with %s is refused with a sentence', async (_what, body, sentence) => {
    const refused = await ask('PUT', path, body);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain(sentence);
  });

  it('reveals its round again, and without one only what no vote can reveal', async () => {
    const asked: unknown[] = [];
    gateway.upstreams.blindRounds.revealRound = (request) => {
      asked.push(request);
      return Promise.resolve({ isRevealed: request.broadcastId === id });
    };
    const other = randomUUID();
    expect(await ask('POST', `/api/broadcasts/${id}/reveal`)).toEqual({ status: 200, body: { revealed: true } });
    expect(await ask('POST', `/api/broadcasts/${other}/reveal`)).toEqual({ status: 200, body: { revealed: false } });
    expect(asked).toEqual([
      { broadcastId: id, withoutVote: false },
      { broadcastId: other, withoutVote: true },
    ]);
  });

  it('cannot say itself that it was blind', async () => {
    expect((await ask('PUT', path, { outcome: 'tie', wasBlind: true })).status).toBe(400);
  });
});

describe('the leaderboard', () => {
  it('is one’s own, with names and without what is not known', async () => {
    const since = '2026-10-01T00:00:00Z';
    const { body } = await ask('GET', `/api/leaderboard?by=service&tag=legal&since=${since}`);
    expect(wanted.at(-1)).toEqual({ wholeInstallation: false, tag: 'legal', since: new Date(since), byService: true });
    expect(body).toMatchObject({
      people: [
        { aiService: { displayName: 'GPT' }, version: 'm', rating: null, rank: null, interval: null, cost: null },
      ],
      leftOut: [{ displayName: 'GPT' }],
      rubric: { versionId: 'built-in', name: 'Built-in rubric', version: 1, verdicts: 4 },
    });
    expect((await ask('GET', '/api/leaderboard?by=mood')).status).toBe(400);
  });

  it('is by one rubric, the built-in one without a choice', async () => {
    await ask('GET', '/api/leaderboard?rubric=built-in');
    expect(wanted.at(-1)!.rubric).toBeUndefined();
    await ask('GET', `/api/leaderboard?rubric=${id}`);
    expect(wanted.at(-1)).toMatchObject({ rubric: id });
    await ask('GET', '/api/leaderboard?preferDefault=true');
    expect(wanted.at(-1)).toMatchObject({ rubric: undefined, preferDefault: true });
    expect((await ask('GET', '/api/leaderboard?rubric=mine')).status).toBe(400);
  });

  it('leaves out a criterion that it does not know', async () => {
    const { body } = await ask('GET', '/api/leaderboard/judges');
    const [judge] = body!['judges'] as { agreements: unknown[]; position: unknown; length: unknown }[];
    expect(judge!.agreements).toEqual([
      { criterion: 'overall', name: null, kappa: 0.5, interval: { low: 0.2, high: 0.8 } },
      { criterion: 'own', name: 'kind', kappa: null, interval: null },
    ]);
    expect(judge).toMatchObject({ position: { slope: -1, low: -2, high: 0, n: 12 }, length: null });
  });

  it('of the whole installation is for administrators', async () => {
    for (const path of ['/api/admin/leaderboard', '/api/admin/leaderboard/judges'])
      expect((await ask('GET', path)).status).toBe(403);
    expect(wanted.every(({ wholeInstallation }) => !wholeInstallation)).toBe(true);
  });
});

describe('a shared round', () => {
  const shareId = randomUUID();
  const keys = [randomUUID(), randomUUID()];
  const asked: boolean[] = [];
  const share = { id: shareId, broadcastId: id, question: 'Where?', hidesNames: true, createdAt: at, expiresAt: at };
  const gone = () => new AppError('not_found', 'share_not_found', 'There is no such shared round.');
  let voted: Vote | undefined;
  let hasSeenNames = false;

  beforeAll(() => {
    const { roundShares, votes } = gateway.upstreams;
    roundShares.shareRound = ({ broadcastId, days, hidesNames }) =>
      Promise.resolve({ ...share, broadcastId, hidesNames, expiresAt: new Date(at.getTime() + days * 86_400_000) });
    roundShares.listRoundShares = () => Promise.resolve({ shares: [share] });
    roundShares.revokeRoundShare = ({ id: revoked }) => {
      if (revoked === shareId) return Promise.resolve({});
      throw gone();
    };
    roundShares.getSharedRound = ({ id: read, hasVoted }) => {
      if (read !== shareId) throw gone();
      asked.push(hasVoted);
      const names = hasVoted ? ['gpt', 'claude'] : ['blind..a', 'blind..b'];
      const replies = names.map((aiService, place) => ({ key: keys[place]!, aiService, content: `Reply ${place}.` }));
      return Promise.resolve({ question: 'Where?', files: ['map.md'], replies, hidesNames: !hasVoted, expiresAt: at });
    };
    votes.getSharedVote = ({ shareId: read }) => {
      if (read !== shareId) throw gone();
      return Promise.resolve({ vote: voted, hasSeenNames });
    };
    votes.castSharedVote = ({ shareId: read, outcome, best: chosen }) => {
      if (read !== shareId) throw gone();
      voted = Vote.fromPartial({ outcome, best: chosen, wasBlind: true, updatedAt: at });
      return Promise.resolve(voted);
    };
    votes.withdrawSharedVote = ({ shareId: read }) => {
      if (read !== shareId) throw gone();
      voted = undefined;
      hasSeenNames = true;
      return Promise.resolve({});
    };
    votes.countVoters = () => Promise.resolve({ rounds: [{ broadcastId: id, voters: 2 }] });
  });

  it('is made, listed with how many voted, and revoked', async () => {
    const made = await ask('POST', `/api/broadcasts/${id}/shares`, { days: 7 });
    const stored = { id: shareId, broadcastId: id, question: 'Where?', hidesNames: true, voters: 2 };
    expect(made).toMatchObject({ status: 201, body: { ...stored, expiresAt: '2026-12-01T04:00:00.000Z' } });
    const { body } = await ask('GET', '/api/round-shares');
    expect(body).toEqual([{ ...stored, createdAt: at.toISOString(), expiresAt: at.toISOString() }]);
    expect((await ask('DELETE', `/api/round-shares/${shareId}`)).status).toBe(204);
    expect(await ask('DELETE', `/api/round-shares/${randomUUID()}`)).toMatchObject({
      status: 404,
      body: { code: 'share_not_found' },
    });
    for (const body of [{ days: 0 }, { days: 91 }, { voters: 3 }])
      expect((await ask('POST', `/api/broadcasts/${id}/shares`, body)).status).toBe(400);
  });

  it('is made and listed without how many voted while that cannot be counted', async () => {
    const { votes } = gateway.upstreams;
    const present = votes.countVoters;
    votes.countVoters = () => Promise.reject(new AppError('unavailable', 'away', 'Away.'));
    const made = await ask('POST', `/api/broadcasts/${id}/shares`, { days: 7 });
    const listed = await ask('GET', '/api/round-shares');
    votes.countVoters = present;
    expect(made).toMatchObject({ status: 201, body: { id: shareId } });
    expect(made.body).not.toHaveProperty('voters');
    expect(listed).toMatchObject({ status: 200, body: [{ id: shareId }] });
    expect(JSON.stringify(listed.body)).not.toContain('voters');
  });

  it('is read without names before the vote, and with them after it', async () => {
    const path = `/api/shared-rounds/${shareId}`;
    const before = await ask('GET', path);
    expect(before.body).toMatchObject({ question: 'Where?', files: ['map.md'], hidesNames: true, vote: null });
    expect(JSON.stringify(before.body)).not.toMatch(/gpt|claude/i);
    const after = await ask('PUT', `${path}/vote`, { outcome: 'best', best: [keys[1]] });
    const names = [{ displayName: 'GPT' }, { name: 'claude' }];
    expect(after).toMatchObject({
      status: 200,
      body: {
        hidesNames: false,
        vote: { best: [keys[1]], wasBlind: true },
        replies: names.map((aiService) => ({ aiService })),
      },
    });
    expect(Object.keys((after.body as { vote: object }).vote)).not.toContain('broadcastId');
    expect((await ask('GET', path)).body).toEqual(after.body);
    expect(asked).toEqual([false, true, true]);
  });

  it('has its vote withdrawn, and goes on showing the names that were seen', async () => {
    const path = `/api/shared-rounds/${shareId}`;
    await ask('PUT', `${path}/vote`, { outcome: 'best', best: [keys[1]] });
    expect((await ask('DELETE', `${path}/vote`)).status).toBe(204);
    expect((await ask('GET', path)).body).toMatchObject({ hidesNames: false, vote: null });
    expect((await ask('DELETE', `/api/shared-rounds/${randomUUID()}/vote`)).status).toBe(404);
  });

  it('that is missing is not found, for reading and voting alike, and it is for approved users only', async () => {
    const path = `/api/shared-rounds/${randomUUID()}`;
    const read = await ask('GET', path);
    const cast = await ask('PUT', `${path}/vote`, { outcome: 'all_bad' });
    expect([read.status, cast.status]).toEqual([404, 404]);
    expect(read.body!['code']).toBe('share_not_found');
    const waiting = await gateway.aUser('unapproved');
    const refused = await gateway.ask(`/api/shared-rounds/${shareId}`, { cookie: waiting.cookie });
    expect(refused.status).toBe(403);
    expect((await gateway.ask(`/api/shared-rounds/${shareId}`)).status).toBe(401);
  });
});
