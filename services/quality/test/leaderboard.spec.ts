import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  JudgingSettingsServiceDefinition,
  LeaderboardServiceDefinition,
  RubricsServiceDefinition,
  VoteOutcome,
} from '@polylogue/proto';
import { callerToken, closing } from '@polylogue/test-kit';
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
  upstreams = add(await startUpstreams({ gpt: says(''), claude: says(''), grok: says('') }));
  quality = add(await startQuality(upstreams, { env: { QUALITY_MODE: 'off' } }));
});
afterAll(closeAll);

const three = { gpt: 'A talk.', claude: 'Of many, and more than one would need.', grok: 'Voices.' };
const as = (userId: string) => ({ callerToken: callerToken({ userId }) });
const board = () => quality.client(LeaderboardServiceDefinition);
const mine = { wholeInstallation: false, byService: true };

/** Rounds of one user, on each of which `best` is voted for; nobody: all are bad. */
async function rounds(userId: string, bests: readonly string[], tags: readonly string[] = []) {
  const ids: string[] = [];
  for (const best of bests) {
    const { broadcastId } = aBroadcast(upstreams, three, { userId });
    upstreams.broadcasts.get(broadcastId)!.tags = tags;
    const outcome = best === '' ? VoteOutcome.ALL_BAD : VoteOutcome.BEST;
    const named = best === '' ? [] : [idOf(broadcastId, best, 1)];
    await quality.votes.castVote({ broadcastId, outcome, best: named, reasons: [] }, as(userId));
    ids.push(broadcastId);
  }
  return ids;
}

const targets = Object.keys(three);

/** Verdicts of one judge on all other replies of a round. */
async function judged(userId: string, broadcastId: string, judge: string, scores: Record<string, number>) {
  await quality.rows(
    `INSERT INTO quality.judgings (broadcast_id, user_id, state, asked_by, rubric_version)
     VALUES ($1, $2, 'done', 'fact', 'v1') ON CONFLICT DO NOTHING`,
    [broadcastId, userId],
  );
  for (const [place, [target, overall]] of Object.entries(scores).entries())
    await quality.rows(
      `INSERT INTO quality.assessments (id, user_id, broadcast_id, conversation_id, message_id, target_service, assessor_service,
         judge_model, rubric_version, place, status, overall, bias, safety, accuracy, adherence, reasons, flagged, analysis, judged)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'm', 'v1', $8, 'completed', $9, $9, $9, $9, $9, '{}', false, '', $10)`,
      [
        randomUUID(),
        userId,
        broadcastId,
        idOf(broadcastId, target, 2),
        idOf(broadcastId, target, 1),
        target,
        judge,
        place,
        overall,
        JSON.stringify({ displayName: target, color: '#777', model: `${target}-1` }),
      ],
    );
}

describe('the leaderboard', () => {
  it('counts the votes of one user, and says nothing of a rank that the votes do not bear', async () => {
    const userId = randomUUID();
    await rounds(userId, ['gpt', 'gpt', 'claude', '']);
    const { people, votes, allBad, scores, calibrated } = await board().getLeaderboard(mine, as(userId));
    expect([votes, allBad]).toEqual([4, 1]);
    expect([scores, calibrated]).toEqual([[], []]);
    expect(
      people.map(({ aiService, wins, losses, rating, rank }) => ({ aiService, wins, losses, rating, rank })),
    ).toEqual([
      { aiService: 'gpt', wins: 2, losses: 1, rating: undefined, rank: undefined },
      { aiService: 'claude', wins: 1, losses: 2, rating: undefined, rank: undefined },
      { aiService: 'grok', wins: 0, losses: 3, rating: undefined, rank: undefined },
    ]);
    expect(people[0]).toMatchObject({ votes: 4, ties: 0, allBad: 1, responseTimeMs: 1_000, cost: 0.01 });
    expect(await board().getLeaderboard(mine, as(randomUUID()))).toMatchObject({ people: [], votes: 0 });
  });

  it('rates by version, and ranks what enough votes part', async () => {
    const userId = randomUUID();
    await rounds(userId, [...Array.from({ length: 36 }, () => 'claude'), 'gpt', 'gpt', 'gpt', 'grok']);
    const { people } = await board().getLeaderboard({ wholeInstallation: false, byService: false }, as(userId));
    expect(people[0]).toMatchObject({ aiService: 'claude', version: 'claude-1', rank: 1 });
    expect(people[0]!.interval!.low).toBeLessThan(people[0]!.rating!);
    expect(people[0]!.rating!).toBeGreaterThan(people[1]!.rating!);
  });

  it('counts what has a tag, or is newer than a time, and refuses a tag for all users', async () => {
    const userId = randomUUID();
    await rounds(userId, ['gpt'], ['legal']);
    await rounds(userId, ['claude', 'grok']);
    const votesOf = async (wanted: object) => (await board().getLeaderboard({ ...mine, ...wanted }, as(userId))).votes;
    expect(await votesOf({})).toBe(3);
    expect(await votesOf({ tag: 'legal' })).toBe(1);
    expect(await votesOf({ tag: 'other' })).toBe(0);
    expect(await votesOf({ since: new Date(Date.now() + 60_000) })).toBe(0);
    const admin = { callerToken: callerToken({ userId, role: 'admin' }) };
    const refused = board().getLeaderboard({ ...mine, wholeInstallation: true, tag: 'legal' }, admin);
    await expect(refused).rejects.toMatchObject({ code: 'invalid_leaderboard' });
  });

  it('of the whole installation is for administrators', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await rounds(one, ['gpt']);
    await rounds(other, ['gpt']);
    const all = { ...mine, wholeInstallation: true };
    const admin = { callerToken: callerToken({ userId: randomUUID(), role: 'admin' }) };
    const { votes } = await board().getLeaderboard(all, admin);
    expect(votes).toBeGreaterThanOrEqual(2);
    expect((await board().getCalibration({ wholeInstallation: true }, admin)).hasLengths).toBe(false);
    await expect(board().getLeaderboard(all, as(one))).rejects.toMatchObject({ code: 'admin_required' });
    await expect(board().getCalibration({ wholeInstallation: true }, as(one))).rejects.toMatchObject({
      code: 'admin_required',
    });
  });
});

/** A verdict by one criterion of a rubric that was made in the app. */
const byRubric = (userId: string, broadcastId: string, target: string, version: string, score: number) =>
  quality.rows(
    `INSERT INTO quality.assessments (id, user_id, broadcast_id, conversation_id, message_id, target_service, assessor_service,
       judge_model, rubric_version, place, status, overall, flagged, analysis, by_rubric)
     VALUES ($1, $2, $3, $4, $5, $6, 'fair', 'm', $7, 0, 'completed', $8, false, '', $9)`,
    [
      randomUUID(),
      userId,
      broadcastId,
      idOf(broadcastId, target, 2),
      idOf(broadcastId, target, 1),
      target,
      version,
      score,
      JSON.stringify({ rubricName: 'Tone', rubricNumber: 2, overall: score, criteria: [{ name: 'kind', score }] }),
    ],
  );

describe('AI scores', () => {
  it('are by one rubric at a time: the built-in one, or the version that is chosen', async () => {
    const userId = randomUUID();
    const version = randomUUID();
    const ids = await rounds(
      userId,
      Array.from({ length: 12 }, (_none, at) => targets[at % 3]!),
    );
    for (const [at, broadcastId] of ids.entries()) {
      await judged(userId, broadcastId, 'fair', { gpt: 90, claude: 90, grok: 90 });
      for (const target of targets)
        await byRubric(userId, broadcastId, target, version, target === targets[at % 3] ? 40 : 20);
    }
    const builtIn = await board().getLeaderboard(mine, as(userId));
    expect(builtIn.scores.map(({ mean, verdicts }) => [mean, verdicts])).toEqual(targets.map(() => [90, 12]));
    const tone = { version, name: 'Tone', number: 2, verdicts: 36 };
    expect(builtIn).toMatchObject({ rubric: { name: 'Built-in rubric', verdicts: 36 }, rubrics: [{}, tone] });
    expect(builtIn.rubric!.version).toBeUndefined();
    const own = await board().getLeaderboard({ ...mine, rubric: version }, as(userId));
    expect(own).toMatchObject({ rubric: tone, verdicts: 36 });
    for (const { mean } of own.scores) expect(mean).toBeCloseTo((4 * 40 + 8 * 20) / 12);
    const { judges } = await board().getCalibration({ wholeInstallation: false, rubric: version }, as(userId));
    expect(judges[0]!.agreements).toMatchObject([
      { criterion: 'overall', kappa: 1 },
      { criterion: 'own', name: 'kind', kappa: 1 },
    ]);
    const foreign = board().getLeaderboard({ ...mine, rubric: version }, as(randomUUID()));
    await expect(foreign).rejects.toMatchObject({ code: 'rubric_not_found' });
    // It is another's own: of the whole installation only what everybody may judge by is offered.
    const admin = { callerToken: callerToken({ userId: randomUUID(), role: 'admin' }) };
    const all = await board().getLeaderboard({ ...mine, wholeInstallation: true }, admin);
    expect(all.rubrics.map(({ name }) => name)).not.toContain('Tone');
  });
});

describe('scores where nobody chooses a rubric', () => {
  it('are by what the installation judges by, where there are any, its newest version that has some', async () => {
    const userId = randomUUID();
    const admin = { callerToken: callerToken({ userId: randomUUID(), role: 'admin' }) };
    const rubrics = quality.client(RubricsServiceDefinition);
    const settings = quality.client(JudgingSettingsServiceDefinition);
    const criterion = { name: 'kind', asks: 'Is it?', low: 'No.', middle: 'So so.', high: 'Yes.', weight: 1 };
    const save = (name: string, rubricId?: string) =>
      rubrics.saveRubric({ rubricId, isShared: true, text: { name, criteria: [criterion] } }, admin);
    const first = await save('House');
    await save('House style', first.id);
    const before = await settings.getJudgingSettings({}, admin);
    const [broadcastId] = await rounds(userId, ['gpt']);
    await judged(userId, broadcastId!, 'fair', { gpt: 90, claude: 90 });
    const shown = async (wanted: object = {}) =>
      (await board().getLeaderboard({ ...mine, preferDefault: true, ...wanted }, as(userId))).rubric!.version;
    try {
      await settings.setJudgingSettings({ settings: { ...before, defaultRubricId: first.id } }, admin);
      expect(await shown()).toBeUndefined();
      await byRubric(userId, broadcastId!, 'gpt', first.versionId, 70);
      expect(await shown()).toBe(first.versionId);
      expect(await shown({ preferDefault: false })).toBeUndefined();
      const { rubric } = await board().getCalibration({ wholeInstallation: false, preferDefault: true }, as(userId));
      expect(rubric!.version).toBe(first.versionId);
    } finally {
      await settings.setJudgingSettings({ settings: { ...before, defaultRubricId: undefined } }, admin);
    }
  });
});

describe('the calibration', () => {
  it('finds the judge that agrees with people, and leaves the one that contradicts them out', async () => {
    const userId = randomUUID();
    const bests = Array.from({ length: 24 }, (_none, at) => targets[at % 3]!);
    const ids = await rounds(userId, bests);
    for (const [at, broadcastId] of ids.entries()) {
      const scoreOf = (best: number, rest: number) =>
        Object.fromEntries(targets.map((target) => [target, target === bests[at] ? best : rest]));
      await judged(userId, broadcastId, 'fair', scoreOf(90, 70));
      await judged(userId, broadcastId, 'contrary', scoreOf(40, 80));
    }
    const { judges, votes, hasLengths } = await board().getCalibration({ wholeInstallation: false }, as(userId));
    expect([votes, hasLengths]).toEqual([24, true]);
    expect(judges.map(({ judge }) => judge)).toEqual(['fair', 'contrary']);
    const [fair, contrary] = judges;
    expect(fair).toMatchObject({ votes: 24, pairs: 48, isWorseThanChance: false });
    expect(fair!.agreements.map(({ criterion }) => criterion)).toEqual([
      'overall',
      'bias',
      'safety',
      'accuracy',
      'adherence',
    ]);
    expect(fair!.agreements[0]!.kappa).toBeCloseTo(1, 5);
    expect(contrary).toMatchObject({ isWorseThanChance: true });
    expect(contrary!.agreements[0]!.interval!.high).toBeLessThan(0);
    expect(fair!.leniency! + contrary!.leniency!).toBeCloseTo(0, 5);
    expect(fair!.length).toBeDefined();
    const { scores, calibrated, leftOut } = await board().getLeaderboard(mine, as(userId));
    expect(leftOut).toEqual(['contrary']);
    expect(scores.map(({ verdicts }) => verdicts)).toEqual([48, 48, 48]);
    expect(calibrated.map(({ verdicts }) => verdicts)).toEqual([24, 24, 24]);
    expect(calibrated[0]!.mean).toBeGreaterThan(scores[0]!.mean);
    expect(calibrated[0]!.interval).toBeDefined();
  });

  it('says nothing by fewer than ten votes', async () => {
    const userId = randomUUID();
    const [broadcastId] = await rounds(userId, ['gpt']);
    await judged(userId, broadcastId!, 'fair', { gpt: 90, claude: 70, grok: 60 });
    const { judges } = await board().getCalibration({ wholeInstallation: false }, as(userId));
    expect(judges[0]).toMatchObject({ judge: 'fair', votes: 1, pairs: 2, isWorseThanChance: false });
    expect(judges[0]!.agreements.map(({ kappa }) => kappa)).toEqual(Array.from({ length: 5 }, () => undefined));
  });
});
