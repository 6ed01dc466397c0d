import type { ApiOperation, ApiSchema } from '../part.js';

interface Schema {
  $ref?: string;
  format?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
}

/** `POST /api/summarize-responses body.messageIds`: where a call names something by its id, beside its path. */
export function idsNamedIn({ paths, components }: ApiSchema): string[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      fieldsOf(operation, components.schemas as Record<string, Schema>).map(
        (field) => `${method.toUpperCase()} ${path} ${field}`,
      ),
    ),
  );
}

function fieldsOf({ parameters = [], requestBody }: ApiOperation, schemas: Record<string, Schema>): string[] {
  const queries = parameters.filter((each) => each.in === 'query');
  const bodies = Object.values(requestBody?.content ?? {});
  const found = [
    ...queries.flatMap(({ name, schema }) => idFields(`query.${name}`, schema, schemas)),
    ...bodies.flatMap(({ schema }) => idFields('body', schema, schemas)),
  ];
  return [...new Set(found)];
}

/** An id is a uuid, or a field that is called one. */
const isNamedId = (path: string) => /(Id|Ids|_id)$/.test(path);

function idFields(
  path: string,
  schema: Schema,
  schemas: Record<string, Schema>,
  within: readonly string[] = [],
): string[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/components/schemas/', '');
    const named = schemas[name];
    return named === undefined || within.includes(name) ? [] : idFields(path, named, schemas, [...within, name]);
  }
  if (schema.format === 'uuid' || isNamedId(path)) return [path];
  const inside = (name: string, each: Schema) => idFields(name, each, schemas, within);
  const { properties = {}, items, additionalProperties: others } = schema;
  return [
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((each) =>
      inside(path, each),
    ),
    ...Object.entries(properties).flatMap(([name, each]) => inside(`${path}.${name}`, each)),
    ...(items ? inside(path, items) : []),
    ...(typeof others === 'object' ? inside(`${path}.*`, others) : []),
  ];
}
