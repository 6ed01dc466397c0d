type Json = { [key: string]: unknown };
type Schema = Json;

interface Documents {
  /** The document a reader, or a caller, was built with. */
  older: Json;
  newer: Json;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];
const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];

/**
 * What in the newer document breaks a client that was built with the older one: a call that is gone, a request that is
 * no longer taken, an answer that it cannot read.
 */
export function breachesOf({ older, newer }: Documents): string[] {
  const breaches: string[] = [];
  for (const [path, calls] of Object.entries(older['paths'] as Record<string, Json>)) {
    for (const method of methods.filter((each) => each in calls)) {
      const name = `${method.toUpperCase()} ${path}`;
      const now = (newer['paths'] as Record<string, Json>)[path]?.[method] as Json | undefined;
      if (!now) breaches.push(`${name} is gone`);
      else breaches.push(...breachesOfCall(name, calls[method] as Json, now, { older, newer }));
    }
  }
  return breaches;
}

function breachesOfCall(name: string, then: Json, now: Json, documents: Documents): string[] {
  const ofRequests = { wide: documents.newer, narrow: documents.older };
  const ofAnswers = { wide: documents.older, narrow: documents.newer };
  const required = new Set(parametersOf(then).map(({ name }) => name));
  return [
    ...parametersOf(now)
      .filter((each) => each['required'] === true && !required.has(each['name']))
      .map((each) => `${name}: the parameter ${String(each['name'])} is asked for`),
    ...parametersOf(then)
      .filter((each) => !parametersOf(now).some((other) => other['name'] === each['name']))
      .map((each) => `${name}: the parameter ${String(each['name'])} is gone`),
    ...contentsOf(then['requestBody']).flatMap(([type, schema]) =>
      gaps(`${name} request`, contentOf(now['requestBody'], type), schema, ofRequests),
    ),
    ...Object.entries(then['responses'] as Record<string, Json>).flatMap(([status, answer]) =>
      contentsOf(answer).flatMap(([type, schema]) => {
        const answers = now['responses'] as Record<string, Json>;
        const answer = contentOf(answers[status], type);
        return type === 'text/event-stream'
          ? streamGaps(name, schema, answer, ofAnswers)
          : gaps(`${name} ${status}`, schema, answer, ofAnswers);
      }),
    ),
  ];
}

/** Readers skip events whose names they do not know; those they know must come, and be readable. */
function streamGaps(
  name: string,
  then: Schema,
  now: Schema | undefined,
  answer: { wide: Json; narrow: Json },
): string[] {
  return choicesOf(then).flatMap((event) => {
    const title = String(event['title']);
    const same = now && choicesOf(now).find((each) => each['title'] === title);
    return gaps(`${name} event ${title}`, event, same, answer);
  });
}

/** Where a value that the narrow schema allows is not allowed by the wide one. */
function gaps(
  where: string,
  wideOrRef: Schema | undefined,
  narrowOrRef: Schema | undefined,
  documents: { wide: Json; narrow: Json },
  depth = 0,
): string[] {
  if (!wideOrRef || !narrowOrRef) return wideOrRef === narrowOrRef ? [] : [`${where} is gone`];
  // Deeper than that a contract only repeats itself: trees of answers refer to themselves.
  if (depth > 12) return [];
  const wide = resolved(wideOrRef, documents.wide);
  const narrow = resolved(narrowOrRef, documents.narrow);
  const inside = (path: string, one: Schema | undefined, other: Schema | undefined) =>
    gaps(`${where}${path}`, one, other, documents, depth + 1);
  const narrowChoices = choicesOf(narrow);
  if (narrowChoices.length > 1) return narrowChoices.flatMap((each) => inside('', wide, each));
  const wideChoices = choicesOf(wide);
  if (wideChoices.length > 1) {
    const tried = wideChoices.map((each) => inside('', each, narrow));
    return tried.some((found) => found.length === 0) ? [] : tried.sort((a, b) => a.length - b.length)[0]!;
  }
  return [...valueGaps(where, wide, narrow), ...memberGaps(wide, narrow, inside)];
}

function valueGaps(where: string, wide: Schema, narrow: Schema): string[] {
  const found: string[] = [];
  if (wide['type'] !== undefined && narrow['type'] !== undefined && !isWithin(narrow['type'], wide['type'])) {
    found.push(`${where} is ${String(narrow['type'])}, not ${String(wide['type'])}`);
  }
  const allowed = valuesOf(wide);
  const possible = valuesOf(narrow);
  if (allowed && !possible) found.push(`${where} may be more than ${allowed.join(', ')}`);
  for (const value of possible ?? []) {
    if (allowed && !allowed.includes(value)) found.push(`${where} may be ${String(value)}`);
  }
  for (const [bounds, isOutside] of [
    [upperBounds, (limit: number, other: number) => other > limit],
    [lowerBounds, (limit: number, other: number) => other < limit],
  ] as const) {
    for (const bound of bounds) {
      const limit = wide[bound] as number | undefined;
      if (limit === undefined) continue;
      const other = narrow[bound] as number | undefined;
      if (other === undefined || isOutside(limit, other)) found.push(`${where} may pass its ${bound} of ${limit}`);
    }
  }
  if (wide['pattern'] !== undefined && wide['pattern'] !== narrow['pattern'] && !possible) {
    found.push(`${where} need not match ${String(wide['pattern'])}`);
  }
  return found;
}

function memberGaps(
  wide: Schema,
  narrow: Schema,
  inside: (path: string, one: Schema | undefined, other: Schema | undefined) => string[],
): string[] {
  const found: string[] = [];
  const members = (narrow['properties'] ?? {}) as Record<string, Schema>;
  const always = new Set((narrow['required'] ?? []) as string[]);
  for (const name of (wide['required'] ?? []) as string[]) {
    if (!always.has(name)) found.push(...inside(`.${name}`, wide, undefined));
  }
  for (const [name, schema] of Object.entries((wide['properties'] ?? {}) as Record<string, Schema>)) {
    if (members[name]) found.push(...inside(`.${name}`, schema, members[name]));
  }
  if (wide['items'] && narrow['items']) found.push(...inside('[]', wide['items'] as Schema, narrow['items'] as Schema));
  return found;
}

function resolved(schema: Schema, document: Json): Schema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const found = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, name) => (node as Json)[name], document);
  return resolved(found as Schema, document);
}

function choicesOf(schema: Schema): Schema[] {
  return (schema['anyOf'] ?? schema['oneOf'] ?? [schema]) as Schema[];
}

function valuesOf(schema: Schema): unknown[] | undefined {
  return 'const' in schema ? [schema['const']] : (schema['enum'] as unknown[] | undefined);
}

function isWithin(narrow: unknown, wide: unknown): boolean {
  const wideTypes = [wide].flat();
  return [narrow]
    .flat()
    .every((type) => wideTypes.includes(type) || (type === 'integer' && wideTypes.includes('number')));
}

function parametersOf(call: Json): Json[] {
  return (call['parameters'] ?? []) as Json[];
}

function contentsOf(holder: unknown): [string, Schema][] {
  const content = ((holder ?? {}) as Json)['content'] ?? {};
  return Object.entries(content as Record<string, { schema: Schema }>).map(([type, { schema }]) => [type, schema]);
}

function contentOf(holder: unknown, type: string): Schema | undefined {
  return contentsOf(holder).find(([each]) => each === type)?.[1];
}
