import {
  getMedia,
  getOwnPicture,
  getUserPicture,
  importConversations,
  listConversations,
  listModels,
  previewRetention,
  replayDeadLetters,
  retryAiService,
  testAiService,
  verifyAudit,
  type Route,
} from '@polylogue/api-contract';

/** Where a call waits for its turn, and is counted while it is under way. */
export type Queue = 'calls' | 'conversations' | 'downloads' | 'tasks';

// A user imports one file at a time. Pictures come from the issuer, and whether a service answers from its provider: no
// connection to a database is held meanwhile, and what is slow there holds up nothing here.
const uncounted = new Set<Route>([importConversations, getOwnPicture, getUserPicture, retryAiService, testAiService]);
// They carry whole texts, many megabytes of them: as many at a time as other calls would hold up every other user.
const conversations = new Set<Route>([listConversations]);
// What administrators have done to all there is, which takes up to two minutes.
const tasks = new Set<Route>([previewRetention, replayDeadLetters, verifyAudit]);
// Of what is no JSON of ours: they are short, a medium until its bytes begin.
const short = new Set<Route>([getMedia, listModels]);

/** The queue of a route; none for what lasts as long as its reader or its writer wants and is bounded as such. */
export function queueOf(route: Route): Queue | undefined {
  const isStream = route.method === 'GET' && route.events !== undefined;
  if (isStream || route.upload !== undefined || uncounted.has(route)) return undefined;
  if (tasks.has(route)) return 'tasks';
  if (conversations.has(route)) return 'conversations';
  const isDownload = route.method === 'GET' && route.answer === undefined && !short.has(route);
  return isDownload ? 'downloads' : 'calls';
}
