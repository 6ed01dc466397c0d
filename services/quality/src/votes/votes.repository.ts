import { Injectable } from '@nestjs/common';
import { contractLimits } from '@polylogue/proto';
import type { Transaction } from '@polylogue/service-kit';
import { In, MoreThan } from 'typeorm';
import { VoteContestantEntity, VoteEntity } from './vote.entity.js';

/** A vote with what it compares. */
export type CastVote = VoteEntity & { contestants: VoteContestantEntity[] };

type NewVote = Omit<VoteEntity, 'createdAt' | 'updatedAt'>;

/** Votes, for who cast them. */
@Injectable()
export class VotesRepository {
  async find(tx: Transaction, userId: string, broadcastIds: readonly string[]): Promise<CastVote[]> {
    const criteria = { userId, broadcastId: In(broadcastIds) };
    const votes = await tx.getRepository(VoteEntity).find({ where: criteria, order: { createdAt: 'ASC' } });
    const compared = await tx
      .getRepository(VoteContestantEntity)
      .find({ where: criteria, order: { broadcastId: 'ASC', messageId: 'ASC' } });
    return votes.map((vote) => ({
      ...vote,
      contestants: compared.filter(({ broadcastId }) => broadcastId === vote.broadcastId),
    }));
  }

  /** The next rounds that a user voted on: ids sort by time. */
  async rounds(tx: Transaction, userId: string, after: string | undefined): Promise<string[]> {
    const found = await tx.getRepository(VoteEntity).find({
      select: { userId: true, broadcastId: true },
      where: { userId, ...(after !== undefined && { broadcastId: MoreThan(after) }) },
      order: { broadcastId: 'ASC' },
      take: contractLimits.vote.atOnce,
    });
    return found.map(({ broadcastId }) => broadcastId);
  }

  /** One vote of a user on a round: another replaces it. */
  async store(tx: Transaction, vote: NewVote, contestants: readonly VoteContestantEntity[]): Promise<void> {
    const { userId, broadcastId } = vote;
    // Its row is locked by that until the contestants are replaced.
    await tx.getRepository(VoteEntity).upsert({ ...vote, updatedAt: () => 'now()' }, ['userId', 'broadcastId']);
    const table = tx.getRepository(VoteContestantEntity);
    await table.delete({ userId, broadcastId });
    await table.insert([...contestants]);
  }

  /** Whether there was one. */
  async delete(tx: Transaction, userId: string, broadcastId: string): Promise<boolean> {
    return ((await tx.getRepository(VoteEntity).delete({ userId, broadcastId })).affected ?? 0) > 0;
  }

  /** How many others voted on each of these rounds of their owner. */
  countOthers(tx: Transaction, ownerId: string, broadcastIds: readonly string[]) {
    return tx.query<{ broadcastId: string; voters: number }[]>(
      `SELECT broadcast_id AS "broadcastId", count(*)::integer AS voters FROM votes
       WHERE owner_id = $1 AND user_id <> $1 AND broadcast_id = ANY($2::uuid[]) GROUP BY broadcast_id`,
      [ownerId, broadcastIds],
    );
  }

  /** Those that compare a reply of any of these conversations; with the worker role. */
  async deleteWith(tx: Transaction, userId: string, conversationIds: readonly string[]): Promise<void> {
    await tx.query('DELETE FROM votes WHERE owner_id = $1 AND conversation_ids && $2::uuid[]', [
      userId,
      conversationIds,
    ]);
  }
}
