import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a user wants of the product. */
@Entity('preferences')
export class PreferencesEntity {
  @PrimaryColumn('uuid')
  userId!: string;

  /** Postgres answers 64 bits as text. */
  @Column('bigint', { nullable: true })
  askAboveMicros!: string | null;
}
