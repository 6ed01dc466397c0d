import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { UserRole } from './user.rules.js';

/** An account. Optional columns are read only where they are selected; the application role may read few of them. */
@Entity('users')
export class UserEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  email!: string;

  @Column('text')
  firstName!: string;

  @Column('text')
  lastName!: string;

  @Column('text', { nullable: true })
  profileImageUrl!: string | null;

  @Column('text', { default: 'user' })
  role!: UserRole;

  @Column('boolean', { default: false })
  isApproved!: boolean;

  @Column('boolean', { default: false })
  isBlocked!: boolean;

  @Column('timestamptz', { nullable: true })
  lastLoginAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', select: false })
  updatedAt?: Date;

  /** Of a local account. */
  @Column('text', { nullable: true, select: false })
  passwordHash?: string | null;

  /** The OIDC issuer that vouches for the account, and its subject there. */
  @Column('text', { nullable: true, select: false })
  issuer?: string | null;

  @Column('text', { nullable: true, select: false })
  subject?: string | null;

  /** Name and e-mail in small letters, made by Postgres. */
  @Column({ type: 'text', nullable: true, select: false, insert: false, update: false })
  search?: string;
}
