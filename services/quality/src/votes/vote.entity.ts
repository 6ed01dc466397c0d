import { Column, Entity, PrimaryColumn } from 'typeorm';

export type VoteOutcome = 'best' | 'tie' | 'all_bad';

/** What a user says of the replies of a round. */
@Entity('votes')
export class VoteEntity {
  /** Who voted. */
  @PrimaryColumn('uuid')
  userId!: string;

  @PrimaryColumn('uuid')
  broadcastId!: string;

  /** Whose round it is. */
  @Column('uuid')
  ownerId!: string;

  @Column('uuid', { array: true })
  conversationIds!: string[];

  @Column('text')
  outcome!: VoteOutcome;

  @Column('text', { array: true })
  reasons!: string[];

  @Column('text', { nullable: true })
  comment!: string | null;

  @Column('boolean')
  wasBlind!: boolean;

  /** The vote of another on a round that was blind to its owner: it counts once the owner has voted. */
  @Column('boolean', { default: false })
  ownerIsBlind!: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}

/** A reply as it was when a vote compared it with others. */
@Entity('vote_contestants')
export class VoteContestantEntity {
  @PrimaryColumn('uuid')
  userId!: string;

  @PrimaryColumn('uuid')
  broadcastId!: string;

  @PrimaryColumn('uuid')
  messageId!: string;

  /** The name of the service or variant. */
  @Column('text')
  aiService!: string;

  /** Which model it was, and with which settings. */
  @Column('text')
  version!: string;

  @Column('boolean')
  isBest!: boolean;

  @Column('integer', { nullable: true })
  responseTimeMs!: number | null;

  @Column('double precision', { nullable: true })
  costAmount!: number | null;

  @Column('text', { nullable: true })
  costCurrency!: string | null;
}
