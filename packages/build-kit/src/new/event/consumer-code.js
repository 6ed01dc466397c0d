/**
 * @import { Spelling } from '../names.js'
 * @import { MadeFile } from '../tree/tree.js'
 * @import { ConsumerPlan } from './plan-consumer.js'
 */

/** @param {ConsumerPlan} plan @returns {MadeFile[]} relative to the folder of the feature */
export const consumerCode = ({ consumer, thing, done, subject }) => [
  [`${done.kebab}.module.ts`, module(done)],
  [`${done.kebab}.consumer.ts`, handler(thing, done, subject)],
  [`${done.kebab}.repository.ts`, repository(consumer, thing, done)],
];

/** @param {Spelling} done */
const module = ({ kebab, pascal }) => `import { Module } from '@nestjs/common';
import { ${pascal}Consumer } from './${kebab}.consumer.js';
import { ${pascal}Repository } from './${kebab}.repository.js';

@Module({ providers: [${pascal}Consumer, ${pascal}Repository] })
export class ${pascal}Module {}
`;

/** @param {Spelling} thing @param {Spelling} done @param {string} subject */
const handler = (thing, done, subject) => `import { Injectable } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { Consumes, type EventContext } from '@polylogue/service-kit';
import { ${done.pascal}Repository } from './${done.kebab}.repository.js';

/** Keeps what was heard, in the transaction that marks it as heard: delivered twice, it is kept once. */
@Injectable()
export class ${done.pascal}Consumer {
  constructor(private readonly heard: ${done.pascal}Repository) {}

  @Consumes('${subject}')
  async on${done.pascal}({ ${thing.camel}Id, userId }: EventOf<'${subject}'>, { tx }: EventContext): Promise<void> {
    await this.heard.keep(tx, ${thing.camel}Id, userId);
  }
}
`;

/** @param {Spelling} consumer @param {Spelling} thing @param {Spelling} done */
const repository = (consumer, thing, done) => `import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';

@Injectable()
export class ${done.pascal}Repository {
  /** Told again under another event, it is the same fact. */
  async keep(tx: Transaction, ${thing.camel}Id: string, userId: string): Promise<void> {
    await tx.query(
      \`INSERT INTO ${consumer.snake}.${done.snake} (${thing.snake}_id, user_id) VALUES ($1, $2)
       ON CONFLICT (${thing.snake}_id) DO NOTHING\`,
      [${thing.camel}Id, userId],
    );
  }
}
`;

/**
 * The migration with the table of what was heard.
 * @param {ConsumerPlan} plan
 * @param {string} migration
 * @param {string} id of the migration in code
 */
export const consumerTable = (
  { consumer, thing, done, subject },
  migration,
  id,
) => `import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

/** What was heard of ${subject}. */
export const ${id} = sqlMigration(
  '${migration}',
  \`
CREATE TABLE ${consumer.snake}.${done.snake} (
  ${thing.snake}_id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  heard_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ${done.snake}_by_user ON ${consumer.snake}.${done.snake} (user_id);
\`,
  enableRowSecurity('${consumer.snake}.${done.snake}', 'user_id', ['SELECT', 'INSERT']),
);
`;
