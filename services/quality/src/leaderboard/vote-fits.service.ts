import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RecentAnswers } from '@polylogue/service-kit';
import { fitInSteps, type Ballot, type FitOfVotes } from '../statistics/votes-fit.rules.js';
import { inTurns } from './in-turns.js';

const lastsMs = 600_000;
const max = 50;

/** Ratings of votes, computed once for the same votes: most who look at a leaderboard find that nothing was voted since. */
@Injectable()
export class VoteFits {
  readonly #recent = new RecentAnswers<FitOfVotes>({ lastsMs, max }, { now: () => performance.now() });

  of(votes: readonly Ballot[], count: number): Promise<FitOfVotes> {
    const key = createHash('sha256')
      .update(JSON.stringify([count, votes]))
      .digest('base64');
    return this.#recent.get(key, () => inTurns(fitInSteps(votes, count)));
  }
}
