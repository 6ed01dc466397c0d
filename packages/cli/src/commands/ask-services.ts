import type { AiService, SendResult } from '@polylogue/api-contract';
import { exitCodes, Failure, type ExitCode } from '../failure.js';
import { emptyReplies, withEvent, type Reply } from '../replies/replies.js';
import { broadcast } from '../server/broadcast.js';
import { Server } from '../server/server.js';
import { readSettings } from '../settings/settings.js';
import { chosenServices } from './chosen-services.js';
import type { Arguments, Command } from './command.js';
import { interruptSignal } from './interrupts.js';
import { mergeReplies } from './merge-replies.js';
import { note, viewFor, writeJson, type Showing } from './output.js';

export const askOptions = {
  to: { type: 'string' },
  merged: { type: 'boolean' },
  by: { type: 'string' },
  json: { type: 'boolean' },
} as const satisfies Command['options'];

export const askDetails = [
  '--to NAMES   the AI services to ask, with commas between them; every text service when left out',
  '--merged     then one answer from all replies',
  '--by NAME    the service that writes it; one that was not asked when left out',
  '--json       one JSON document when all have answered: comparison, address, replies, merged',
];

/** A question to several services, as a comparison of its own. */
export async function askServices(question: string, given: Arguments): Promise<ExitCode> {
  const server = new Server(await readSettings(process.env));
  const services = await chosenServices(server, given.text('to'));
  const by = given.text('by');
  const [merger] = by === undefined ? [] : await chosenServices(server, by);
  const how = { isJson: given.flag('json'), interrupted: interruptSignal() };

  const { comparison, results } = await showReplies(server, question, services, how);
  const isMerged = (given.flag('merged') || merger !== undefined) && !how.interrupted.aborted;
  const merged = isMerged ? await mergeReplies(server, results, merger?.name, how) : { exitCode: exitCodes.done };

  const address = `${server.url}/history/${comparison}`;
  if (how.isJson) writeJson({ comparison, address, replies: results, merged: merged.summary });
  else note(`The comparison: ${address}`);
  if (how.interrupted.aborted) return exitCodes.interrupted;
  return results.every(({ success }) => success) ? merged.exitCode : exitCodes.failed;
}

async function showReplies(
  server: Server,
  message: string,
  services: readonly AiService[],
  { isJson, interrupted }: Showing,
): Promise<{ comparison: string; results: readonly SendResult[] }> {
  const view = viewFor(services.length, isJson);
  const selectedAIs = services.map(({ name }) => name);
  const body = { message, selectedAIs, mode: 'selective', ownComparison: true } as const;
  let replies: readonly Reply[] = emptyReplies(services);
  try {
    for await (const event of broadcast(server, body, interrupted)) {
      replies = withEvent(replies, event, server.url);
      view.update(replies);
      // The comparison has the id of the broadcast that it begins with.
      if (event.event === 'done') return { comparison: event.data.broadcastId, results: event.data.results };
    }
    throw new Failure('The replies ended early. What had arrived is kept in your history.', exitCodes.unreachable);
  } finally {
    view.finish(replies);
  }
}
