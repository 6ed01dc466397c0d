import { Inject, Injectable } from '@nestjs/common';
import type { castVote, ValidBodyOf, Vote } from '@polylogue/api-contract';
import { isUnknownCall, LOGGER, type Logger } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { fromVote, toVote } from './votes.mapper.js';

@Injectable()
export class VotesService {
  constructor(
    @InjectClient('votes') private readonly votes: ClientOf<'votes'>,
    @InjectClient('blindRounds') private readonly blindRounds: ClientOf<'blindRounds'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async cast(broadcastId: string, body: ValidBodyOf<typeof castVote>): Promise<Vote> {
    const vote = await this.votes.castVote(fromVote(broadcastId, body));
    if (vote.wasBlind) await this.#reveal(broadcastId);
    return toVote(vote);
  }

  async get(broadcastId: string): Promise<{ vote: Vote | null }> {
    const { vote } = await this.votes.getVote({ broadcastId });
    return { vote: vote ? toVote(vote) : null };
  }

  async list(broadcastIds: string[]): Promise<Vote[]> {
    return (await this.votes.getVotes({ broadcastIds })).votes.map(toVote);
  }

  /** All of the caller's. */
  async *all(signal: AbortSignal): AsyncGenerator<Vote> {
    for await (const { votes } of this.votes.listVotes({}, { signal })) yield* votes.map(toVote);
  }

  /** Rounds of which the caller was shown who wrote which reply, also without a vote on them. */
  async *namesSeen(signal: AbortSignal): AsyncGenerator<{ broadcastId: string }> {
    try {
      for await (const { broadcastIds } of this.votes.listNamesSeen({}, { signal })) {
        yield* broadcastIds.map((broadcastId) => ({ broadcastId }));
      }
    } catch (error) {
      // A quality of the version before does not tell.
      if (!isUnknownCall(error)) throw error;
    }
  }

  async withdraw(broadcastId: string): Promise<void> {
    await this.votes.withdrawVote({ broadcastId });
  }

  /** Where the caller has not voted, only what no vote could reveal. */
  async reveal(broadcastId: string): Promise<{ revealed: boolean }> {
    const { vote } = await this.votes.getVote({ broadcastId });
    const { isRevealed } = await this.blindRounds.revealRound({ broadcastId, withoutVote: vote === undefined });
    return { revealed: isRevealed };
  }

  /** So that the page which voted shows the names at once. Where it fails the event of the vote does it a little later. */
  async #reveal(broadcastId: string): Promise<void> {
    await this.blindRounds.revealRound({ broadcastId }).catch((error: unknown) => {
      this.logger.warn(
        { err: error, broadcastId },
        'a blind round was not revealed with its vote; its event will do it',
      );
    });
  }
}
