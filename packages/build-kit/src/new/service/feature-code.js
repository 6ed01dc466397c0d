/**
 * @import { Spelling } from '../names.js'
 * @import { MadeFile } from '../tree/tree.js'
 * @import { ServiceFeature } from './plan-service-feature.js'
 */

/** @param {ServiceFeature} plan @returns {MadeFile[]} what runs, relative to the folder of the feature */
export function featureCode({ slice, feature }) {
  const { many, one } = feature;
  return [
    [`${many.kebab}.module.ts`, module(many)],
    [`${many.kebab}.grpc.ts`, door(many, one)],
    [`${many.kebab}.service.ts`, service(many, one)],
    [`${many.kebab}.repository.ts`, repository(slice, many, one)],
    [`${many.kebab}.errors.ts`, errors(one)],
    [`${one.kebab}.mapper.ts`, mapper(many, one)],
  ];
}

/** @param {Spelling} many */
const module = ({ kebab, pascal }) => `import { Module } from '@nestjs/common';
import { ${pascal}Grpc } from './${kebab}.grpc.js';
import { ${pascal}Repository } from './${kebab}.repository.js';
import { ${pascal}Service } from './${kebab}.service.js';

@Module({ controllers: [${pascal}Grpc], providers: [${pascal}Service, ${pascal}Repository] })
export class ${pascal}Module {}
`;

/** @param {Spelling} many @param {Spelling} one */
const door = (
  many,
  one,
) => `import { ${many.pascal}ServiceDefinition, type Add${one.pascal}Request, type List${many.pascal}Request } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { to${one.pascal} } from './${one.kebab}.mapper.js';
import { ${many.pascal}Service } from './${many.kebab}.service.js';

@GrpcEndpoint(${many.pascal}ServiceDefinition)
export class ${many.pascal}Grpc implements GrpcHandlers<typeof ${many.pascal}ServiceDefinition> {
  constructor(private readonly ${many.camel}: ${many.pascal}Service) {}

  async list${many.pascal}(_nothing: List${many.pascal}Request, call: CallContext) {
    const rows = await this.${many.camel}.list(call.mustHaveCaller());
    return { ${many.camel}: rows.map(to${one.pascal}) };
  }

  async add${one.pascal}({ name }: Add${one.pascal}Request, call: CallContext) {
    return to${one.pascal}(await this.${many.camel}.add(call.mustHaveCaller(), name));
  }
}
`;

/** @param {Spelling} many @param {Spelling} one */
const service = (many, one) => `import { Injectable } from '@nestjs/common';
import { Database, type Caller } from '@polylogue/service-kit';
import { nameOf } from './${one.kebab}.rules.js';
import { invalidName } from './${many.kebab}.errors.js';
import { ${many.pascal}Repository, type ${one.pascal}Row } from './${many.kebab}.repository.js';

@Injectable()
export class ${many.pascal}Service {
  constructor(
    private readonly database: Database,
    private readonly ${many.camel}: ${many.pascal}Repository,
  ) {}

  list({ userId }: Caller): Promise<${one.pascal}Row[]> {
    return this.database.readAsUser(userId, (tx) => this.${many.camel}.list(tx, userId));
  }

  async add({ userId }: Caller, text: string): Promise<${one.pascal}Row> {
    const { name, fault } = nameOf(text);
    if (fault !== undefined) throw invalidName(fault);
    return this.database.asUser(userId, (tx) => this.${many.camel}.add(tx, userId, name));
  }
}
`;

/** @param {Spelling} slice @param {Spelling} many @param {Spelling} one */
const repository = (slice, many, one) => `import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';

export interface ${one.pascal}Row {
  id: string;
  name: string;
  createdAt: Date;
}

const columns = 'id, name, created_at AS "createdAt"';
const most = 100;

/** Every method takes the user, although row-level security would show nobody else's rows. */
@Injectable()
export class ${many.pascal}Repository {
  list(tx: Transaction, userId: string): Promise<${one.pascal}Row[]> {
    return tx.query<${one.pascal}Row[]>(
      \`SELECT \${columns} FROM ${slice.snake}.${many.snake} WHERE user_id = $1 ORDER BY id DESC LIMIT \${most}\`,
      [userId],
    );
  }

  /** The one under this name, and whether it was not there before. */
  async add(tx: Transaction, userId: string, name: string): Promise<${one.pascal}Row & { isNew: boolean }> {
    const rows = await tx.query<(${one.pascal}Row & { isNew: boolean })[]>(
      \`WITH added AS (
         INSERT INTO ${slice.snake}.${many.snake} (id, user_id, name) VALUES ($1, $2, $3)
         ON CONFLICT (user_id, name) DO UPDATE SET name = excluded.name
         RETURNING \${columns}
       ) SELECT *, id = $1 AS "isNew" FROM added\`,
      [uuid(), userId, name],
    );
    return rows[0]!;
  }
}
`;

/** @param {Spelling} one */
const errors = (one) => `import { AppError } from '@polylogue/service-kit';

export const invalidName = (message: string): AppError =>
  new AppError('invalid', 'invalid_${one.snake}', message, { issues: [{ path: 'name', message }] });
`;

/** @param {Spelling} many @param {Spelling} one */
const mapper = (many, one) => `import type { ${one.pascal} } from '@polylogue/proto';
import type { ${one.pascal}Row } from './${many.kebab}.repository.js';

export const to${one.pascal} = ({ id, name, createdAt }: ${one.pascal}Row): ${one.pascal} => ({ id, name, createdAt });
`;
