import {
  cancelSummary,
  summarizeResponses,
  type SendResult,
  type Summary,
  type SummaryStreamEvent,
} from '@polylogue/api-contract';
import { exitCodes, Failure, type ExitCode } from '../failure.js';
import type { Server } from '../server/server.js';
import { safeText } from '../terminal/safe-text.js';
import { note, outStyle, write, type Showing } from './output.js';

interface Merged {
  summary?: Summary;
  exitCode: ExitCode;
}

/** One answer from all replies, shown while it is written. What goes wrong is said here: the replies stand all the same. */
export async function mergeReplies(
  server: Server,
  results: readonly SendResult[],
  summarizerAI: string | undefined,
  showing: Showing,
): Promise<Merged> {
  const messageIds = results.filter(({ success }) => success).map(({ messageId }) => messageId);
  if (messageIds.length < 2) return failed('There is nothing to merge: fewer than two services have replied.');
  try {
    const summary = await writtenSummary(server, { messageIds, kind: 'merge', summarizerAI }, showing);
    const isWhole = summary?.status === 'completed';
    return isWhole ? { summary, exitCode: exitCodes.done } : { ...failed(summary?.error ?? endedEarly), summary };
  } catch (fault) {
    if (fault instanceof Failure) return failed(fault.message, fault.exitCode);
    throw fault;
  }
}

const endedEarly = 'The merged answer ended early. What had arrived is kept in your history.';

function failed(sentence: string, exitCode: ExitCode = exitCodes.failed): Merged {
  note(`polylogue: ${sentence}`);
  return { exitCode };
}

async function writtenSummary(
  server: Server,
  body: { messageIds: string[]; kind: 'merge'; summarizerAI: string | undefined },
  { isJson, interrupted }: Showing,
): Promise<Summary | undefined> {
  const show = isJson ? () => undefined : write;
  let summary: Summary | undefined;
  const cancel = () => {
    if (!summary) return;
    server.call(cancelSummary, { parameters: { id: summary.id } }).catch((fault: Error) => note(fault.message));
  };
  interrupted.addEventListener('abort', cancel, { once: true });
  for await (const event of server.events<SummaryStreamEvent>(summarizeResponses, { body })) {
    if (event.event === 'accepted') {
      summary = event.data;
      show(`${outStyle.bold(`## Merged by ${safeText(summary.aiService.displayName)}`)}\n\n`);
      if (interrupted.aborted) cancel();
    } else if (event.event === 'delta') {
      show(safeText(event.data.text));
    } else {
      show('\n\n');
      return event.data.kept;
    }
  }
  return undefined;
}
