import { createLogger, Database, type ServiceDefinition } from '@polylogue/service-kit';
import type { EntityMetadata } from 'typeorm';
import { freshDatabase } from './fresh-database.js';

/** What an entity and its table have to agree on, of one column. */
interface ColumnShape {
  name: string;
  type: string;
  isNullable: boolean;
  isPrimary: boolean;
  /** Postgres fills it in when it is not given. */
  hasDefault: boolean;
}

const columnsSql = `
SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS "isNullable",
  coalesce(a.attnum = ANY (i.indkey), false) AS "isPrimary", a.atthasdef OR a.attidentity <> '' AS "hasDefault"
FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped`;

/** Where the entities of a service and the tables its migrations make differ; empty when they agree. */
export async function entityDrift(
  definition: Pick<ServiceDefinition, 'name' | 'migrations' | 'entities'>,
): Promise<string[]> {
  const urls = await freshDatabase(definition);
  const logger = createLogger('test', 'silent');
  const database = new Database({ ...urls, poolSize: 1, entities: definition.entities ?? [], logger });
  try {
    await database.connect();
    const drifts = [];
    for (const entity of database.app.entityMetadatas) drifts.push(...(await driftOf(entity, database)));
    return drifts;
  } finally {
    await database.close();
    await urls.drop();
  }
}

async function driftOf(entity: EntityMetadata, { app }: Database): Promise<string[]> {
  const table = await app.query<ColumnShape[]>(columnsSql, [entity.tablePath]);
  const shapeOf = (column: EntityMetadata['columns'][number]): ColumnShape => ({
    name: column.databaseName,
    type: `${app.driver.normalizeType(column)}${column.isArray ? '[]' : ''}`,
    isNullable: column.isNullable,
    isPrimary: column.isPrimary,
    hasDefault: column.default !== undefined || column.isGenerated || !column.isInsert || isDate(column),
  });
  const wanted = entity.columns.filter(({ isVirtualProperty }) => !isVirtualProperty).map(shapeOf);
  const names = new Set([...wanted, ...table].map(({ name }) => name));
  return [...names].flatMap((name) => {
    const [inEntity, inTable] = [wanted, table].map((columns) => describe(columns.find((each) => each.name === name)));
    return inEntity === inTable
      ? []
      : [`${entity.tableName}.${name}: the entity says ${inEntity}, the table ${inTable}`];
  });
}

/** Made or changed: TypeORM leaves both to Postgres. */
const isDate = ({ isCreateDate, isUpdateDate }: EntityMetadata['columns'][number]) => isCreateDate || isUpdateDate;

function describe(column: ColumnShape | undefined): string {
  if (!column) return 'nothing';
  const { type, isNullable, isPrimary, hasDefault } = column;
  const parts = [type, isNullable ? 'nullable' : 'not null', isPrimary && 'primary', hasDefault && 'with a default'];
  return parts.filter(Boolean).join(', ');
}
