import { setTimeout as wait } from 'node:timers/promises';
import {
  executeSavedQuery,
  getSavedQuery,
  listAiServices,
  listSavedQueries,
  type Execution,
  type SavedQuery,
} from '@polylogue/api-contract';
import { exitCodes, Failure, usageFailure } from '../failure.js';
import { emptyReplies, withMedia, type Reply } from '../replies/replies.js';
import { Server } from '../server/server.js';
import { readSettings } from '../settings/settings.js';
import { safeText } from '../terminal/safe-text.js';
import { onlyWord, type Command } from './command.js';
import { note, viewFor, writeJson } from './output.js';

const lookEveryMs = 1_000;

export const run: Command = {
  usage: 'run <saved query> [--json]',
  summary: 'runs a saved query, named by its number or its title, and shows the results',
  details: ['--json       one JSON document when it has ended: the execution as /api answers it'],
  options: { json: { type: 'boolean' } },
  run: async (given) => {
    const server = new Server(await readSettings(process.env));
    const named = onlyWord(given, 'Which saved query? polylogue run <number or title>');
    const query = savedQueryCalled(named, await server.call(listSavedQueries));
    const isJson = given.flag('json');
    const ended = await runToItsEnd(server, query, isJson);
    if (isJson) writeJson(ended);
    if (ended.errorMessage !== null) note(ended.errorMessage);
    const isWhole = ended.status === 'completed' && ended.successfulResponses === ended.totalResponses;
    return isWhole ? exitCodes.done : exitCodes.failed;
  },
};

/** A number is an id first; a title may be written in other letters, and must then be the only one. */
export function savedQueryCalled(named: string, queries: readonly SavedQuery[]): SavedQuery {
  const byId = queries.find(({ id }) => String(id) === named);
  const called = queries.filter(({ title }) => title.toLowerCase() === named.trim().toLowerCase());
  const exact = called.filter(({ title }) => title === named.trim());
  const [found, another] = exact.length > 0 ? exact : called;
  if (byId) return byId;
  if (!found) throw usageFailure(`There is no saved query called "${named}".`);
  if (another) throw usageFailure(`Several saved queries are called "${named}". Name one by its number.`);
  return found;
}

async function runToItsEnd(server: Server, { id, selectedAiServices }: SavedQuery, isJson: boolean) {
  const services = await server.call(listAiServices, { query: { variants: 'true', former: 'true' } });
  const labels = selectedAiServices.map(
    (name) => services.find((service) => service.name === name) ?? { name, displayName: name, color: '' },
  );
  const { executionId } = await server.call(executeSavedQuery, { parameters: { id } });
  const view = viewFor(labels.length, isJson);
  for (;;) {
    const { executions } = await server.call(getSavedQuery, { parameters: { id } });
    const execution = executions.find((each) => each.id === executionId);
    if (!execution) throw new Failure('This execution was deleted while it ran.', exitCodes.failed);
    const replies = repliesOf(execution, emptyReplies(labels), server.url);
    if (execution.status === 'completed' || execution.status === 'failed') {
      view.finish(replies);
      return execution;
    }
    view.update(replies);
    await wait(lookEveryMs);
  }
}

/** A result is there as a whole or not at all. */
function repliesOf({ results }: Execution, empty: readonly Reply[], url: string): Reply[] {
  return empty.map((reply) => {
    const result = results.find(({ aiService }) => aiService.name === reply.name);
    if (!result) return reply;
    const { aiService, response, media = [], error, responseTime, tokens } = result;
    return {
      ...reply,
      displayName: safeText(aiService.displayName),
      text: safeText(withMedia(response, media, url)),
      end: { error: error === undefined ? undefined : safeText(error), milliseconds: responseTime, tokens },
    };
  });
}
