import { query, type OwnedThings } from '../../owned-things.js';

/** What a user owns, with what only a call beside it can name. */
export interface Things extends OwnedThings {
  notice: string;
}

/** A call that names a thing by its id in what it sends, beside things of the caller's own. */
export interface NamedCall {
  route: string;
  what: keyof Things;
  /** The fields, as `idsNamedIn` calls them, that hold it. */
  fields: readonly string[];
  /** The address, where it is not the route's: a query, or a thing of the caller's own. */
  path?(id: string, own: Things): string;
  body?(id: string, own: Things): unknown;
}

const [service] = query.selectedAiServices;
const monthly = { isScheduled: true, scheduleFrequency: 'monthly', scheduleTime: '09:00' };
const judged = { ...query, inHistory: true, judged: true };
const suite = {
  name: 'Mine now',
  candidate: { aiService: service, settings: {} },
  budget: { usd: null, calls: 9 },
  assertions: [{ kind: 'json' }],
};
const backtestOn = (suiteId: string) => ({
  candidate: { aiService: service, settings: {} },
  sample: { source: 'suite', suiteId },
});
const completion = { model: `polylogue/${service}`, messages: [{ role: 'user', content: 'Hi' }] };

export const namedCalls: readonly NamedCall[] = [
  {
    route: 'POST /api/continue-conversation',
    what: 'conversation',
    fields: ['body.conversationId'],
    body: (conversationId) => ({ conversationId, selectedAIs: [service], newMessage: 'Mine now' }),
  },
  {
    route: 'POST /api/quality-assessments/run',
    what: 'broadcast',
    fields: ['body.broadcastId'],
    body: (broadcastId) => ({ broadcastId }),
  },
  {
    route: 'POST /api/quality-assessments/estimate',
    what: 'broadcast',
    fields: ['body.broadcastIds'],
    body: (broadcastId) => ({ broadcastIds: [broadcastId] }),
  },
  {
    route: 'POST /api/summarize-responses',
    what: 'message',
    fields: ['body.messageIds'],
    body: (id, own) => ({ messageIds: [id, own.message] }),
  },
  {
    route: 'POST /api/summaries/estimate',
    what: 'message',
    fields: ['body.messageIds'],
    body: (id, own) => ({ messageIds: [id, own.message] }),
  },
  {
    route: 'POST /api/agreement-maps',
    what: 'message',
    fields: ['body.messageIds'],
    body: (id, own) => ({ messageIds: [id, own.message] }),
  },
  {
    route: 'POST /api/agreement-maps/estimate',
    what: 'message',
    fields: ['body.messageIds'],
    body: (id, own) => ({ messageIds: [id, own.message] }),
  },
  {
    route: 'POST /api/agreement-maps/{id}/answers',
    what: 'mergedAnswer',
    fields: ['body.basedOn'],
    path: (_id, own) => `/api/agreement-maps/${own.agreementMap}/answers`,
    body: (basedOn) => ({ basedOn }),
  },
  {
    route: 'POST /api/agreement-maps/{id}/answers/estimate',
    what: 'mergedAnswer',
    fields: ['body.basedOn'],
    path: (_id, own) => `/api/agreement-maps/${own.agreementMap}/answers/estimate`,
    body: (basedOn) => ({ basedOn }),
  },
  {
    route: 'POST /api/estimates',
    what: 'conversation',
    fields: ['body.conversationId'],
    body: (conversationId) => ({ conversationId, selectedAIs: [service], messageBytes: 5 }),
  },
  {
    route: 'POST /api/estimates',
    what: 'rubric',
    fields: ['body.run.rubricId'],
    body: (rubricId) => ({ selectedAIs: [service], messageBytes: 5, run: { judged: true, rubricId } }),
  },
  ...['', '/judges'].flatMap((table) =>
    ['/api', '/api/admin'].map((under): NamedCall => ({
      route: `GET ${under}/leaderboard${table}`,
      what: 'rubric',
      fields: ['query.rubric'],
      path: (id) => `${under}/leaderboard${table}?rubric=${id}`,
    })),
  ),
  {
    route: 'POST /api/quality-assessments/run',
    what: 'rubric',
    fields: ['body.rubricId'],
    body: (rubricId, own) => ({ broadcastId: own.broadcast, rubricId }),
  },
  {
    route: 'POST /api/quality-assessments/estimate',
    what: 'rubric',
    fields: ['body.rubricId'],
    body: (rubricId, own) => ({ broadcastIds: [own.broadcast], rubricId }),
  },
  {
    route: 'GET /api/export-all',
    what: 'comparison',
    fields: ['query.comparison'],
    path: (id) => `/api/export-all?format=csv&comparison=${id}`,
  },
  {
    route: 'GET /api/conversations',
    what: 'comparison',
    fields: ['query.comparison'],
    path: (id) => `/api/conversations?includeAll=true&comparison=${id}`,
  },
  {
    route: 'GET /api/notices',
    what: 'notice',
    fields: ['query.before'],
    path: (id) => `/api/notices?before=${id}&limit=1`,
  },
  {
    route: 'POST /api/notices/read',
    what: 'notice',
    fields: ['body.ids', 'body.upTo'],
    body: (id) => ({ ids: [id] }),
  },
  {
    route: 'GET /api/votes',
    what: 'broadcast',
    fields: ['query.broadcasts'],
    path: (id) => `/api/votes?broadcasts=${id}`,
  },
  {
    route: 'PUT /api/broadcasts/{id}/pin',
    what: 'message',
    fields: ['body.messageId'],
    path: (_id, own) => `/api/broadcasts/${own.broadcast}/pin`,
    body: (messageId) => ({ messageId }),
  },
  {
    route: 'PUT /api/broadcasts/{id}/vote',
    what: 'message',
    fields: ['body.best'],
    path: (_id, own) => `/api/broadcasts/${own.broadcast}/vote`,
    body: (id) => ({ outcome: 'best', best: [id] }),
  },
  {
    route: 'GET /api/round-shares',
    what: 'broadcast',
    fields: ['query.broadcast'],
    path: (id) => `/api/round-shares?broadcast=${id}`,
  },
  {
    route: 'PUT /api/shared-rounds/{id}/vote',
    what: 'message',
    fields: ['body.best'],
    path: (_id, own) => `/api/shared-rounds/${own.roundShare}/vote`,
    body: (id) => ({ outcome: 'best', best: [id] }),
  },
  {
    route: 'POST /api/suites',
    what: 'backtest',
    fields: ['body.backtestId'],
    body: (backtestId) => ({ ...suite, backtestId }),
  },
  {
    route: 'POST /api/backtests/estimate',
    what: 'suite',
    fields: ['body.sample.suiteId'],
    body: backtestOn,
  },
  {
    route: 'POST /api/backtests',
    what: 'suite',
    fields: ['body.sample.suiteId'],
    body: (suiteId) => ({ ...backtestOn(suiteId), budget: { usd: null, calls: 9 } }),
  },
  {
    route: 'GET /api/suites/{id}/runs',
    what: 'suiteRun',
    fields: ['query.before'],
    path: (id, own) => `/api/suites/${own.suite}/runs?before=${id}`,
  },
  {
    route: 'POST /api/saved-queries',
    what: 'rubric',
    fields: ['body.rubricId'],
    body: (rubricId) => ({ ...judged, rubricId }),
  },
  {
    route: 'PUT /api/saved-queries/{id}',
    what: 'rubric',
    fields: ['body.rubricId'],
    path: (_id, own) => `/api/saved-queries/${own.savedQuery}`,
    body: (rubricId) => ({ ...judged, rubricId }),
  },
  {
    route: 'POST /api/saved-queries/preview',
    what: 'savedQuery',
    fields: ['body.savedQueryId'],
    body: (id) => ({ ...monthly, savedQueryId: Number(id) }),
  },
  {
    route: 'POST /api/saved-queries/preview-text',
    what: 'savedQuery',
    fields: ['body.savedQueryId'],
    body: (id) => ({ content: 'Since {{last_run}}', savedQueryId: Number(id) }),
  },
  {
    route: 'POST /api/send-message',
    what: 'preset',
    fields: ['body.selectedAIs'],
    body: (id) => ({ message: 'Hi', selectedAIs: [`${service}..${id}`], mode: 'selective' }),
  },
  {
    route: 'POST /v1/chat/completions',
    what: 'comparison',
    fields: ['body.metadata.broadcast_id'],
    body: (id) => ({ ...completion, metadata: { comparison: `/history/${id}`, broadcast_id: id } }),
  },
];

/** Fields that name nothing of another user, and why. */
export const namesNothing: Readonly<Record<string, string>> = {
  'GET /api/broadcasts/{id}/events query.lastEventId': 'a number in the stream of the broadcast in the path',
  'POST /api/ai-chat/send body.sessionId': "the client chooses it, and it is one of the user's own",
  'PUT /api/admin/judging-settings body.defaultRubricId': 'administrators choose among shared rubrics',
  'POST /api/admin/dead-letters/replay body.letters.eventId': 'of the installation, not of a user',
  'POST /api/admin/dead-letters/discard body.letters.eventId': 'of the installation, not of a user',
};
