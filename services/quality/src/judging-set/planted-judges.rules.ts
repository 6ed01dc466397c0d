import { calibrationOf, type Calibrated } from '../leaderboard/calibration.rules.js';
import type { ContestantRow, VerdictRow } from '../leaderboard/figures.entity.js';
import { finished } from '../statistics/steps.js';
import { randomOf } from '../statistics/random.rules.js';

/** How a judge scores a reply: by its quality from 0 to 1, its length in characters, and when it comes in its order. */
export type PlantedJudge = (quality: number, length: number, place: number, noise: number) => number;

/** One that judges fairly, and one for each fault. */
export const plantedJudges = {
  fair: (quality, _length, _place, noise) => 40 + 50 * quality + 6 * noise,
  contrary: (quality, _length, _place, noise) => 90 - 50 * quality + 6 * noise,
  lenient: (quality, _length, _place, noise) => 55 + 45 * quality + 6 * noise,
  verbose: (quality, length, _place, noise) => 40 + 30 * quality + 10 * (length / 1_000) + 6 * noise,
  tiring: (quality, _length, place, noise) => 60 + 30 * quality - 4 * place + 6 * noise,
} satisfies Record<string, PlantedJudge>;

const services = 4;

/** What the calibration finds of them: people vote for the best reply of most rounds, and judges score all of them. */
export function plantedCalibration(rounds: number, seed: number): Calibrated[] {
  const random = randomOf(seed);
  const contestants: ContestantRow[] = [];
  const verdicts: VerdictRow[] = [];
  const lengths = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    const broadcastId = `round-${round}`;
    const replies = Array.from({ length: services }, (_none, at) => ({
      messageId: `${round}-${Math.floor(random() * 1e9)}`,
      aiService: `service-${at}`,
      quality: random(),
      length: 500 + 4_000 * random(),
    }));
    const best = replies.toSorted((one, other) => other.quality - one.quality)[random() < 0.8 ? 0 : 1];
    for (const { messageId, aiService, length } of replies) {
      lengths.set(messageId, length);
      const own = {
        voter: 'user',
        broadcastId,
        outcome: 'best',
        version: '',
        responseTimeMs: null,
        cost: null,
      } as const;
      contestants.push({ ...own, messageId, aiService, isBest: messageId === best?.messageId });
    }
    for (const [judge, scoreOf] of Object.entries<PlantedJudge>(plantedJudges)) {
      const order = replies.map((reply) => ({ reply, by: random() })).sort((one, other) => one.by - other.by);
      for (const [place, { reply }] of order.entries()) {
        const raw = scoreOf(reply.quality, reply.length, place, random() * 2 - 1);
        const score = Math.round(Math.max(0, Math.min(100, raw)));
        const { messageId, aiService } = reply;
        verdicts.push({
          broadcastId,
          messageId,
          judge,
          aiService,
          judged: undefined,
          place,
          overall: score,
          scores: [],
        });
      }
    }
  }
  return finished(calibrationOf(contestants, verdicts, [], lengths));
}
