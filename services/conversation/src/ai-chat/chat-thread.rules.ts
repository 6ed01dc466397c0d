import type { ThreadMessage } from '../replies/thread.rules.js';
import type { Setup } from './ai-chat.entity.js';

/**
 * The exact messages for one side: its part, what it has seen, and what comes now. Its own words are `assistant`, all
 * others' are `user`; lines of one role in a row become one, because some models refuse two.
 */
export function chatThread(
  setup: Setup,
  aiService: string,
  history: readonly ThreadMessage[],
  message: string,
): ThreadMessage[] {
  const part = partOf(setup, aiService);
  const lines = [...history, { role: 'user' as const, content: message }].filter(
    ({ content }) => content.trim() !== '',
  );
  return [...(part === undefined ? [] : [{ role: 'system' as const, content: part }]), ...joined(lines)];
}

/** The system prompt that gives a side its part. Undefined for a side without one. */
export function partOf({ sides }: Setup, aiService: string): string | undefined {
  const side = sides.find((each) => each.aiService === aiService);
  const role = side?.role?.trim();
  if (!role) return undefined;
  const other = sides.find((each) => each.aiService !== aiService);
  const partner = other ? `another AI, ${other.name?.trim() || other.aiService}` : 'another AI';
  return `You are talking with ${partner}, while a person reads along. Your part in this conversation: ${role}. Stay in this part, answer what was said last, and be brief.`;
}

function joined(lines: readonly ThreadMessage[]): ThreadMessage[] {
  const turns: ThreadMessage[] = [];
  for (const line of lines) {
    const last = turns.at(-1);
    if (last?.role === line.role) last.content += `\n\n${line.content}`;
    else turns.push({ ...line });
  }
  return turns;
}
