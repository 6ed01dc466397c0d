import { cancelSummary, summarizeResponses, type SendResult, type Summary } from '@polylogue/api-contract';
import type { SummaryStreamEvent } from '@polylogue/api-contract';
import { exitCodes, Failure, type ExitCode } from '../failure.js';
import { emptyReplies, withEvent } from '../replies/replies.js';
import { broadcast } from '../server/broadcast.js';
import { Server } from '../server/server.js';
import { readSettings } from '../settings/settings.js';
import { safeText } from '../terminal/safe-text.js';
import type { Arguments, Command } from './command.js';
import { chosenServices } from './chosen-services.js';
import { interruptSignal } from './interrupts.js';
import { note, outStyle, viewFor, write, writeJson } from './output.js';

export const askOptions = {
  to: { type: 'string' },
  merged: { type: 'boolean' },
  json: { type: 'boolean' },
} as const satisfies Command['options'];

export const askDetails = [
  '--to NAMES   the AI services to ask, with commas between them; every text service when left out',
  '--merged     then one answer from all replies',
  '--json       one JSON document when all have answered: comparison, address, replies, merged',
];

/** A question to several services, as a comparison of its own. */
export async function askServices(question: string, given: Arguments): Promise<ExitCode> {
  const server = new Server(await readSettings(process.env));
  const services = await chosenServices(server, given.text('to'));
  const interrupted = interruptSignal();
  const isJson = given.flag('json');
  const { comparison, results } = await shownReplies(server, question, services, { isJson, interrupted });
  const merged = given.flag('merged') ? await mergedReply(server, results, { isJson, interrupted }) : undefined;
  const address = `${server.url}/history/${comparison}`;
  if (isJson) writeJson({ comparison, address, replies: results, merged });
  else note(`The comparison: ${address}`);
  if (interrupted.aborted) return exitCodes.interrupted;
  const isWhole = results.every(({ success }) => success) && (merged?.status ?? 'completed') === 'completed';
  return isWhole ? exitCodes.done : exitCodes.failed;
}

interface How {
  isJson: boolean;
  interrupted: AbortSignal;
}

async function shownReplies(
  server: Server,
  message: string,
  services: Awaited<ReturnType<typeof chosenServices>>,
  { isJson, interrupted }: How,
): Promise<{ comparison: string; results: readonly SendResult[] }> {
  const view = viewFor(services.length, isJson);
  const selectedAIs = services.map(({ name }) => name);
  const body = { message, selectedAIs, mode: 'selective', ownComparison: true } as const;
  let replies: ReturnType<typeof withEvent> = emptyReplies(services);
  try {
    for await (const event of broadcast(server, body, interrupted)) {
      replies = withEvent(replies, event, server.url);
      view.update(replies);
      if (event.event === 'done') return { comparison: event.data.broadcastId, results: event.data.results };
    }
    throw new Failure('The replies ended early. What had arrived is kept in your history.', exitCodes.unreachable);
  } finally {
    view.finish(replies);
  }
}

/** One answer from all replies, shown while it is written; undefined when fewer than two are there to be merged. */
async function mergedReply(server: Server, results: readonly SendResult[], { isJson, interrupted }: How) {
  const messageIds = results.filter(({ success }) => success).map(({ messageId }) => messageId);
  if (interrupted.aborted) return undefined;
  if (messageIds.length < 2) {
    note('There is nothing to merge: fewer than two services have replied.');
    return undefined;
  }
  let summary: Summary | undefined;
  const cancel = () => {
    if (!summary) return;
    server.call(cancelSummary, { parameters: { id: summary.id } }).catch((fault: Error) => note(fault.message));
  };
  interrupted.addEventListener('abort', cancel, { once: true });
  const show = isJson ? () => undefined : write;
  for await (const event of mergeEvents(server, messageIds)) {
    if (event.event === 'accepted') {
      summary = event.data;
      show(`${outStyle.bold(`## Merged by ${safeText(summary.aiService.displayName)}`)}\n\n`);
      if (interrupted.aborted) cancel();
    } else if (event.event === 'delta') {
      show(safeText(event.data.text));
    } else if (event.data.kept) {
      const { kept } = event.data;
      show(`\n\n`);
      if (kept.error !== undefined) note(kept.error);
      return kept;
    }
  }
  throw new Failure('The merged answer ended early. It is kept in your history.', exitCodes.unreachable);
}

const mergeEvents = (server: Server, messageIds: string[]) =>
  server.events<SummaryStreamEvent>(summarizeResponses, { body: { messageIds, kind: 'merge' } });
