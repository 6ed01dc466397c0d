import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A summary with an Idempotency-Key that is being made: until it is stored, has failed, or the claim lapses. */
@Entity('summary_claims')
export class SummaryClaimEntity {
  @PrimaryColumn('uuid')
  userId!: string;

  @PrimaryColumn('text')
  key!: string;

  @Column('uuid')
  id!: string;

  @Column('text')
  bodyHash!: string;

  @Column('timestamptz')
  lapsesAt!: Date;
}
