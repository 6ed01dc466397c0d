import { expect, it } from '@jest/globals';
import { sqlMigration } from '@polylogue/service-kit';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { entityDrift } from '../src/index.js';

@Entity('books')
class BookEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  title!: string;

  @Column('text', { array: true, nullable: true })
  shelfNames!: string[] | null;

  @Column('timestamptz', { default: () => 'now()' })
  boughtAt!: Date;
}

const agreed = [
  'id uuid PRIMARY KEY',
  'title text NOT NULL',
  'shelf_names text[]',
  'bought_at timestamptz NOT NULL DEFAULT now()',
];

const driftOf = (columns: readonly string[]) => {
  const books = sqlMigration('0001-books', `CREATE TABLE conversation.books (${columns.join(', ')})`);
  return entityDrift({ name: 'conversation', migrations: [books], entities: [BookEntity] });
};

it('finds nothing where an entity and its table agree', async () => {
  expect(await driftOf(agreed)).toEqual([]);
});

it.each([
  [
    'a type',
    1,
    'title varchar(80) NOT NULL',
    'books.title: the entity says text, not null, the table character varying(80), not null',
  ],
  ['that it may be null', 1, 'title text', 'books.title: the entity says text, not null, the table text, nullable'],
  ['a list', 2, 'shelf_names text', 'books.shelf_names: the entity says text[], nullable, the table text, nullable'],
  [
    'a default',
    3,
    'bought_at timestamptz NOT NULL',
    'books.bought_at: the entity says timestamp with time zone, not null, with a default, the table timestamp with time zone, not null',
  ],
  ['the key', 0, 'id uuid NOT NULL', 'books.id: the entity says uuid, not null, primary, the table uuid, not null'],
  [
    'one the entity does not have',
    1,
    'title text NOT NULL, pages integer',
    'books.pages: the entity says nothing, the table integer, nullable',
  ],
])('names a column that differs in %s', async (_what, at, column, sentence) => {
  expect(await driftOf(agreed.with(at, column))).toEqual([sentence]);
});

it('names every column of a table that is not there', async () => {
  const missing = entityDrift({ name: 'conversation', migrations: [], entities: [BookEntity] });
  expect(await missing).toHaveLength(agreed.length);
});
