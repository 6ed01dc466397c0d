import {
  create,
  fromJson,
  ScalarType,
  toBinary,
  type DescField,
  type DescMessage,
  type JsonValue,
} from '@bufbuild/protobuf';
import type { Things } from './named-calls.js';

/** What can be named in a request: the owner's, or nothing's. */
export type NamedThings = Things & { user: string };

/** Which thing a field names, by its name. */
const byField: Readonly<Record<string, keyof NamedThings>> = {
  api_key_id: 'apiKey',
  backtest_id: 'backtest',
  broadcast_id: 'broadcast',
  broadcast_ids: 'broadcast',
  comparison_id: 'comparison',
  conversation_id: 'conversation',
  conversation_ids: 'conversation',
  default_rubric_id: 'rubric',
  map_id: 'agreementMap',
  media_id: 'media',
  message_id: 'message',
  message_ids: 'message',
  pinned: 'message',
  best: 'message',
  based_on: 'mergedAnswer',
  rubric_id: 'rubric',
  saved_query_id: 'savedQuery',
  session_id: 'session',
  share_id: 'roundShare',
  subject_id: 'user',
  suite_id: 'suite',
  user_id: 'user',
  user_ids: 'user',
  before_id: 'notice',
  ids: 'notice',
  up_to_id: 'notice',
};

/** Which thing `id` is, in the requests of a service. */
const byService: Readonly<Record<string, keyof NamedThings>> = {
  AgreementMapsService: 'agreementMap',
  AnswerPresetsService: 'preset',
  BacktestPairsService: 'openBacktest',
  BacktestsService: 'backtest',
  ComparisonsService: 'comparison',
  HistoryService: 'conversation',
  MediaService: 'media',
  MergedAnswersService: 'mergedAnswer',
  NoticeTargetsService: 'noticeTarget',
  RoundSharesService: 'roundShare',
  RoundSummariesService: 'summary',
  SavedQueriesService: 'savedQuery',
  SuitesService: 'suite',
};

/** Where it is another one than the service's, or the field's name, says. */
const byRequest: Readonly<Record<string, keyof NamedThings>> = {
  'CancelSuiteRunRequest.id': 'suiteRun',
  'GetSuiteRunRequest.id': 'suiteRun',
  'ListSuiteResultsRequest.id': 'suiteRun',
  'ListSuiteRunsRequest.before_id': 'suiteRun',
};

/** Fields that name nothing that exists: what the caller makes up, or what only the installation has. */
const namesNothing = new Set([
  'after_id',
  'api_key',
  'call_id',
  'event_id',
  'execution_id',
  'exported_id',
  'idempotency_key',
  'import_id',
  'number',
  'repeat_key',
  'rubric_number',
  'webhook_id',
]);

/** A number of executions is a place in their list. */
const isId = ({ name, scalar }: DescField) =>
  /(^|_)(id|ids|key|number)$/.test(name) && !(name === 'before_id' && scalar === ScalarType.INT64);

/** Fields of a request that look like ids of something of which nothing is known. */
export function unknownIds(service: string, request: DescMessage): string[] {
  return request.fields.flatMap((field) =>
    isId(field) && field.message === undefined && !namesNothing.has(field.name) && !thingOf(service, field)
      ? [`${service} ${request.name}.${field.name}`]
      : [],
  );
}

function thingOf(service: string, { name, scalar, parent }: DescField): keyof NamedThings | undefined {
  const thing = byRequest[`${parent.name}.${name}`] ?? (name === 'id' ? byService[service] : byField[name]);
  // Saved queries have numbers; all else has a text for an id, and a number is a place in a list.
  if (scalar === ScalarType.INT64) return thing === 'savedQuery' ? thing : undefined;
  return scalar === ScalarType.STRING ? thing : undefined;
}

/** A request that names these things wherever it can name any, and is plausible else. */
export function requestNaming(service: string, request: DescMessage, things: NamedThings): Buffer {
  const json = jsonOf(service, request, things, 0);
  return Buffer.from(toBinary(request, fromJson(request, json, { ignoreUnknownFields: true })));
}

/** The empty request. */
export const emptyRequest = (request: DescMessage): Buffer => Buffer.from(toBinary(request, create(request)));

function jsonOf(service: string, message: DescMessage, things: NamedThings, depth: number): JsonValue {
  if (message.typeName === 'google.protobuf.Timestamp') return '2026-03-31T12:00:00Z';
  const entries: [string, JsonValue][] = [];
  const oneofs = new Set<string>();
  for (const field of message.fields) {
    if (field.oneof && oneofs.has(field.oneof.name)) continue;
    if (field.oneof) oneofs.add(field.oneof.name);
    const value = valueOf(service, field, things, depth);
    if (value !== undefined) entries.push([field.jsonName, value]);
  }
  return Object.fromEntries(entries);
}

function valueOf(service: string, field: DescField, things: NamedThings, depth: number): JsonValue | undefined {
  const thing = thingOf(service, field);
  const one = () => {
    if (field.fieldKind === 'map') return undefined;
    if (thing !== undefined && field.message === undefined) return things[thing];
    if (field.message) return depth > 2 ? undefined : jsonOf(service, field.message, things, depth + 1);
    if (field.enum) return field.enum.values.at(-1)!.number;
    return scalarOf(field.scalar);
  };
  const value = one();
  return value !== undefined && field.fieldKind === 'list' ? [value] : value;
}

function scalarOf(scalar: ScalarType | undefined): JsonValue {
  if (scalar === ScalarType.BOOL) return true;
  if (scalar === ScalarType.STRING) return 'demo-brief';
  if (scalar === ScalarType.BYTES) return Buffer.from('demo-brief').toString('base64');
  return 1;
}
