import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AnnouncementLevelWord } from './announcement.rules.js';

/** The announcement; its table holds one row or none. */
@Entity('announcement')
export class AnnouncementEntity {
  @PrimaryColumn('boolean', { default: true })
  isOnly!: true;

  @Column('uuid')
  id!: string;

  @Column('text')
  text!: string;

  @Column('text')
  level!: AnnouncementLevelWord;

  @Column('timestamptz', { nullable: true })
  endsAt!: Date | null;

  @Column('boolean')
  isPublic!: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  setAt!: Date;
}

export type Announcement = Omit<AnnouncementEntity, 'isOnly' | 'setAt'>;
