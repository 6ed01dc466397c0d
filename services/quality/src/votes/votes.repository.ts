import { Injectable } from '@nestjs/common';
import { contractLimits } from '@polylogue/proto';
import type { Transaction } from '@polylogue/service-kit';
import { In, MoreThan } from 'typeorm';
import { VoteContestantEntity, VoteEntity } from './vote.entity.js';

/** A vote with what it compares. */
export type CastVote = VoteEntity & { contestants: VoteContestantEntity[] };

type NewVote = Omit<VoteEntity, 'createdAt' | 'updatedAt'>;

/** A user who was shown who wrote which reply of a round. */
type NamesSeen = Pick<VoteEntity, 'userId' | 'broadcastId' | 'ownerId' | 'conversationIds'>;

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

  /** Whether there was one. What it showed its voter they have seen from then on. */
  async withdraw(tx: Transaction, userId: string, broadcastId: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `WITH gone AS (DELETE FROM votes WHERE user_id = $1 AND broadcast_id = $2 RETURNING *), seen AS (
         INSERT INTO names_seen (user_id, broadcast_id, owner_id, conversation_ids)
         SELECT user_id, broadcast_id, owner_id, conversation_ids FROM gone ON CONFLICT DO NOTHING
       ) SELECT FROM gone`,
      [userId, broadcastId],
    );
    return rows.length > 0;
  }

  /** Remembers that a user was shown who wrote which reply. */
  async seeNames(tx: Transaction, seen: NamesSeen): Promise<void> {
    await tx.query(
      `INSERT INTO names_seen (user_id, broadcast_id, owner_id, conversation_ids) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id, broadcast_id) DO NOTHING`,
      [seen.userId, seen.broadcastId, seen.ownerId, [...seen.conversationIds]],
    );
  }

  async hasSeenNames(tx: Transaction, userId: string, broadcastId: string): Promise<boolean> {
    const text = 'SELECT FROM names_seen WHERE user_id = $1 AND broadcast_id = $2';
    return (await tx.query<unknown[]>(text, [userId, broadcastId])).length > 0;
  }

  /** The next rounds of which a user was shown the names: ids sort by time. */
  async namesSeen(tx: Transaction, userId: string, after: string | undefined): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT broadcast_id AS id FROM names_seen WHERE user_id = $1 AND ($2::uuid IS NULL OR broadcast_id > $2)
       ORDER BY broadcast_id LIMIT $3`,
      [userId, after ?? null, contractLimits.vote.atOnce],
    );
    return rows.map(({ id }) => id);
  }

  /** How many others voted on each of these rounds of their owner. */
  countOthers(tx: Transaction, ownerId: string, broadcastIds: readonly string[]) {
    return tx.query<{ broadcastId: string; voters: number }[]>(
      `SELECT broadcast_id AS "broadcastId", count(*)::integer AS voters FROM votes
       WHERE owner_id = $1 AND user_id <> $1 AND broadcast_id = ANY($2::uuid[]) GROUP BY broadcast_id`,
      [ownerId, broadcastIds],
    );
  }

  /**
   * Those that compare a reply of any of these conversations; with the worker role. That names were seen stays known as long as
   * anything of the round is there to be voted on.
   */
  async deleteWith(tx: Transaction, userId: string, conversationIds: readonly string[]): Promise<void> {
    const gone = [userId, conversationIds];
    await tx.query('DELETE FROM votes WHERE owner_id = $1 AND conversation_ids && $2::uuid[]', gone);
    await tx.query(
      `UPDATE names_seen SET conversation_ids = ARRAY(SELECT unnest(conversation_ids) EXCEPT SELECT unnest($2::uuid[]))
       WHERE owner_id = $1 AND conversation_ids && $2::uuid[]`,
      gone,
    );
    await tx.query(`DELETE FROM names_seen WHERE owner_id = $1 AND conversation_ids = '{}'`, [userId]);
  }
}
