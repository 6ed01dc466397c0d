import type {
  AiChatEndReason,
  AiChatExportFormat,
  AiChatSession,
  AiChatTurn,
  Generation,
} from '@polylogue/api-contract';
import { originMarkdown, originRemarks, originText } from '../exports/origin.rules.js';

/** Why a conversation ended, as one reads it in a file. */
const endings: Record<AiChatEndReason, string> = {
  stopped: 'Stopped by the person who watched.',
  turn_limit: 'The turn limit was reached.',
  cost_limit: 'The cost limit was reached.',
  loop: 'The two went round in a loop.',
  failed: 'A reply failed.',
  connection: 'The connection was lost.',
  left: 'The page was left.',
};

/** A line of the transcript: who, what, and what is to be known about it. */
interface Line {
  speaker: string;
  text: string;
  remark?: string;
  number?: number;
  generation?: Generation | undefined;
}

/** What was stored of an AI conversation, as a file. JSON is lossless; the others are for reading. */
export function exportSession(session: AiChatSession, format: AiChatExportFormat): { type: string; text: string } {
  switch (format) {
    case 'json':
      return { type: 'application/json; charset=utf-8', text: `${JSON.stringify(session, null, 2)}\n` };
    case 'md':
      return { type: 'text/markdown; charset=utf-8', text: toMarkdown(session) };
    case 'txt':
      return { type: 'text/plain; charset=utf-8', text: toText(session) };
  }
}

function toText(session: AiChatSession): string {
  const lines = linesOf(session).map(({ number, speaker, remark, text, generation }) => {
    const head = `${number === undefined ? '' : `${number}. `}${speaker}${remark ? ` (${remark})` : ''}`;
    return `${head}\n${'-'.repeat([...head].length)}\n${text}\n${originText(generation)}`;
  });
  const title = titleOf(session);
  return [title, '='.repeat([...title].length), ...attributesOf(session), '', ...lines].join('\n');
}

function toMarkdown(session: AiChatSession): string {
  const lines = linesOf(session).map(({ number, speaker, remark, text, generation }) => {
    const head = `## ${number === undefined ? '' : `${number}. `}${escaped(speaker)}`;
    const origin = originMarkdown(generation, escaped).trim();
    return [head, ...(remark ? [`_${escaped(remark)}_`] : []), text, ...(origin ? [origin] : [])].join('\n\n');
  });
  const attributes = attributesOf(session).map((attribute) => `- ${escaped(attribute)}`);
  return `${[`# ${escaped(titleOf(session))}`, attributes.join('\n'), ...lines].join('\n\n')}\n`;
}

function titleOf(session: AiChatSession): string {
  return `AI Chat: ${sideNames(session).join(' and ')}`;
}

function attributesOf(session: AiChatSession): string[] {
  const { endReason, endNote, messageCount, setup, createdAt } = session;
  const parts = setup.sides.flatMap(({ aiService, role }) => (role ? [`${nameOf(session, aiService)}: ${role}`] : []));
  // Without a reason, the page that drove it was left.
  const ending = endings[endReason ?? 'left'];
  return [`Begun ${utc(createdAt)}`, `Messages exchanged: ${messageCount}`, ...parts, `Ended: ${endNote ?? ending}`];
}

function linesOf(session: AiChatSession): Line[] {
  let number = 0;
  const lines: Line[] = [{ speaker: 'You', text: session.initialMessage }];
  for (const turn of session.turns) {
    if (turn.interjection) lines.push({ speaker: 'You', text: turn.interjection });
    const isReply = turn.kind === 'reply';
    const speaker = nameOf(session, turn.aiService.name);
    lines.push({
      speaker: isReply ? speaker : `Summary by ${speaker}`,
      text: turn.content,
      remark: remarkOf(turn),
      generation: turn.generation,
      ...(isReply ? { number: (number += 1) } : {}),
    });
  }
  return lines;
}

/** An error is a remark beside the text, never the text. */
function remarkOf({ status, error, responseTime, tokens, timestamp, generation }: AiChatTurn): string {
  const time = responseTime === undefined ? [] : [`${(responseTime / 1000).toFixed(1)} s`];
  const size = tokens === undefined ? [] : [`${tokens} tokens`];
  const end = status === 'completed' ? [] : [status, ...(error ? [error] : [])];
  return [utc(timestamp), ...time, ...size, ...originRemarks(generation), ...end].join(', ');
}

function sideNames(session: AiChatSession): string[] {
  const named = session.setup.sides.map(({ aiService }) => aiService);
  const spoke = session.turns.filter(({ kind }) => kind === 'reply').map(({ aiService }) => aiService.name);
  return [...new Set(named.length > 0 ? named : spoke)].map((name) => nameOf(session, name));
}

function nameOf({ setup, turns }: AiChatSession, name: string): string {
  const given = setup.sides.find(({ aiService }) => aiService === name)?.name?.trim();
  return given || (turns.find(({ aiService }) => aiService.name === name)?.aiService.displayName ?? name);
}

const utc = (time: string) => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;

/** Names and remarks are plain text, not markdown. */
const escaped = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|]/g, '\\$&');
