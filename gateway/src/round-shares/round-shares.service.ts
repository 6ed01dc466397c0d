import { Inject, Injectable } from '@nestjs/common';
import {
  limits,
  type castSharedVote,
  type RoundShare,
  type SharedRound,
  type shareRound,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import type { RoundShare as ProtoShare, Vote as ProtoVote } from '@polylogue/proto';
import { isUnknownCall, LOGGER, type Logger } from '@polylogue/service-kit';
import { CatalogService } from '../ai-services/catalog.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { fromVote } from '../votes/votes.mapper.js';
import { toRoundShare, toSharedRound } from './round-shares.mapper.js';

/** A share is not worth more waiting for how many have voted. */
const votersDeadlineMs = 1_000;

/** Rounds that users show to others to have them voted on: conversation keeps who may read, quality the votes. */
@Injectable()
export class RoundSharesService {
  constructor(
    @InjectClient('roundShares') private readonly shares: ClientOf<'roundShares'>,
    @InjectClient('votes') private readonly votes: ClientOf<'votes'>,
    private readonly catalog: CatalogService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async share(broadcastId: string, body: ValidBodyOf<typeof shareRound>): Promise<RoundShare> {
    const share = await this.shares.shareRound({ broadcastId, ...body });
    return toRoundShare(share, await this.#voters([broadcastId]));
  }

  async list(broadcastId?: string): Promise<RoundShare[]> {
    const shares = await this.#known(broadcastId);
    const voters = await this.#voters(shares.map((share) => share.broadcastId));
    return shares.map((share) => toRoundShare(share, voters));
  }

  async revoke(id: string): Promise<void> {
    await this.shares.revokeRoundShare({ id });
  }

  /** Names are read only once the caller's vote is: before it they do not come here at all. Once seen they stay. */
  async read(id: string): Promise<SharedRound> {
    const { vote, hasSeenNames } = await this.votes.getSharedVote({ shareId: id });
    return this.#show(id, vote, hasSeenNames);
  }

  async withdraw(id: string): Promise<void> {
    await this.votes.withdrawSharedVote({ shareId: id });
  }

  async vote(id: string, body: ValidBodyOf<typeof castSharedVote>): Promise<SharedRound> {
    const { broadcastId: _of, ...said } = fromVote('', body);
    return this.#show(id, await this.votes.castSharedVote({ shareId: id, ...said }));
  }

  async #show(id: string, vote: ProtoVote | undefined, hasSeenNames = false): Promise<SharedRound> {
    const [round, labelOf] = await Promise.all([
      this.shares.getSharedRound({ id, hasVoted: vote !== undefined || hasSeenNames }),
      this.catalog.labels(),
    ]);
    return toSharedRound(round, vote, labelOf);
  }

  async #known(broadcastId?: string): Promise<ProtoShare[]> {
    try {
      return (await this.shares.listRoundShares({ broadcastId })).shares;
    } catch (error) {
      // A conversation of the version before keeps none.
      if (isUnknownCall(error)) return [];
      throw error;
    }
  }

  /** Undefined while quality is away, because a share without the number is still a share: it can be used, and revoked. */
  async #voters(broadcastIds: readonly string[]): Promise<ReadonlyMap<string, number> | undefined> {
    const ids = [...new Set(broadcastIds)].slice(0, limits.vote.atOnce);
    if (ids.length === 0) return new Map();
    try {
      const { rounds } = await this.votes.countVoters({ broadcastIds: ids }, { deadlineMs: votersDeadlineMs });
      return new Map(rounds.map(({ broadcastId, voters }) => [broadcastId, voters]));
    } catch (error) {
      this.logger.warn({ err: error }, 'numbers of voters unavailable: quality did not answer');
      return undefined;
    }
  }
}
