import { errorAnswer, routes, type Route } from '@polylogue/api-contract';
import fc from 'fast-check';
import { hostileInput, type Known } from '../../hostile-values.js';
import { callUrl, inLanes, type Answer } from '../call.js';
import { formBody, queryOf } from './written.rules.js';

/** What values are sent with, and how many. */
export interface FuzzOptions {
  url: string;
  cookie: string;
  /** An API key, for what takes no session. */
  key?: string;
  /** A user who may be changed by what names accounts in its path. */
  victimId: string;
  /** What is real in the product; called before each schema, so that no list or export of conversations holds what thousands of values made. */
  begin: () => Promise<Known>;
  valuesEach: number;
  seed: number;
  report?(line: string): void;
}

/** What was wrong with an answer, and how much was tried. */
export interface FuzzFindings {
  calls: number;
  schemas: number;
  broken: string[];
  misshapen: string[];
  lost: string[];
}

// Each of these hashes a password, which takes a fiftieth of a second of a processor on purpose.
const hashing = new Set(['/api/login', '/api/signup', '/api/account/password']);
const lanes = 6;
/** What is wrong with one schema is seldom wrong in another way a thousand times. */
const maxPerSchema = 5;

/** The links of mails are opened by people: what is wrong is said on a page. */
const answersPages = ['/api/notice-targets/confirm', '/api/notice-targets/unsubscribe'];

const isProgramsOwn = ({ path }: Route) => !path.startsWith('/api/');

/** Sends values made from the schema of the body and of the query of each route. */
export async function fuzzRoutes(options: FuzzOptions): Promise<FuzzFindings> {
  const found: FuzzFindings = { calls: 0, schemas: 0, broken: [], misshapen: [], lost: [] };
  for (const route of routes) {
    for (const part of ['body', 'query'] as const) {
      if (!route[part] || (isProgramsOwn(route) && options.key === undefined)) continue;
      found.schemas += 1;
      await fuzzSchema(route, part, { ...options, known: await options.begin() }, found);
    }
  }
  return found;
}

/** With what is real while one schema is tried. */
interface SchemaOptions extends FuzzOptions {
  known: Known;
}

async function fuzzSchema(route: Route, part: 'body' | 'query', options: SchemaOptions, found: FuzzFindings) {
  const numRuns = hashing.has(route.path) ? Math.min(options.valuesEach, 200) : options.valuesEach;
  const values = fc.sample(hostileInput(route[part]!, options.known), { numRuns, seed: options.seed });
  const seen = { broken: 0, misshapen: 0, lost: 0 };
  const note = (kind: keyof typeof seen, value: unknown, { status, text }: Answer) => {
    seen[kind] += 1;
    if (seen[kind] > maxPerSchema) return;
    const sent = JSON.stringify(value)?.slice(0, 200);
    found[kind].push(`${route.method} ${route.path} ${part} ${sent}: ${status} ${text.slice(0, 200)}`);
  };
  await inLanes(values, lanes, async (value) => {
    const answer = await send(route, part, value, options);
    found.calls += 1;
    if (answer.status === 0) note('lost', value, answer);
    else if (answer.status >= 500) note('broken', value, answer);
    else if (answer.status >= 400 && !isWellSaid(route, answer)) note('misshapen', value, answer);
  });
  if (numRuns >= 1_000) options.report?.(`fuzz: ${route.method} ${route.path} ${part}`);
}

/** Paths name other accounts or made-up things, so that no account that is needed is changed. */
function send(route: Route, part: 'body' | 'query', value: unknown, options: SchemaOptions): Promise<Answer> {
  const { known, victimId } = options;
  const id = known.ids[(JSON.stringify(value) ?? '').length % known.ids.length]!;
  const address = route.path
    .replace('{id}', route.path.startsWith('/api/admin/users') ? victimId : id)
    .replace('{name}', 'fuzzed')
    .replace(/\{(claim|number)\}/, '1');
  const headers: Record<string, string> = isProgramsOwn(route)
    ? { authorization: `Bearer ${options.key}` }
    : { cookie: options.cookie };
  if (part === 'query') return callUrl(options.url, { method: route.method, path: address + queryOf(value), headers });
  if (route.upload === undefined)
    return callUrl(options.url, { method: route.method, path: address, body: value ?? null, headers });
  const { body, type } = formBody(value, route.upload);
  return callUrl(options.url, {
    method: route.method,
    path: address,
    body,
    headers: { ...headers, 'content-type': type },
  });
}

/** The error form of `/api`, or of the protocol that another path speaks; never a stack trace. */
function isWellSaid(route: Route, { text, headers }: Answer): boolean {
  if (/\n\s+at |node_modules|node:internal/.test(text)) return false;
  if (answersPages.includes(route.path) && text.startsWith('<!doctype html>')) return true;
  if (!(headers.get('content-type') ?? '').includes('application/json')) return false;
  const said = readJson(text);
  if (isProgramsOwn(route)) return typeof said === 'object' && said !== null && 'error' in said;
  const parsed = errorAnswer.safeParse(said);
  return (
    parsed.success &&
    /^[a-z][a-z0-9_]*$/.test(parsed.data.code) &&
    parsed.data.requestId === headers.get('x-request-id') &&
    parsed.data.error.trim() !== ''
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
