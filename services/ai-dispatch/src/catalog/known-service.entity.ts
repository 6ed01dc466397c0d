import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Category } from './ai-service.entity.js';

/** A service as it was last offered. Rows stay for good: what a service wrote keeps its name and colour. */
@Entity('known_services')
export class KnownServiceEntity {
  @PrimaryColumn('text')
  name!: string;

  @Column('text')
  displayName!: string;

  @Column('text')
  color!: string;

  @Column('text')
  category!: Category;

  @Column('text')
  model!: string;

  @Column('boolean')
  demo!: boolean;
}
