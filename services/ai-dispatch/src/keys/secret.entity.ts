import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Envelope } from './envelope.js';

/** The envelope of one service's key, as it is kept. */
@Entity('secrets')
export class SecretEntity implements Envelope {
  @PrimaryColumn('text')
  service!: string;

  @Column('text')
  keyId!: string;

  @Column('bytea')
  wrappedKey!: Buffer;

  @Column('bytea')
  sealed!: Buffer;

  @Column('timestamptz', { default: () => 'now()' })
  setAt!: Date;
}
