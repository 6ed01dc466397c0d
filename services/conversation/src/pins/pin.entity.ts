import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The best reply of a broadcast. */
@Entity('pins')
export class PinEntity {
  @PrimaryColumn('uuid')
  broadcastId!: string;

  @Column('uuid')
  userId!: string;

  @Column('uuid')
  messageId!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
