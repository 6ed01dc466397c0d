import type { Conversation, Message } from '@polylogue/api-contract';
import { fenceFor, minutes, remarksOf, speakerOf } from './transcript.rules.js';

/** For reading: replies are Markdown already; what a person typed is fenced, so that it stays as it was typed. */
export async function* markdownOf(conversations: AsyncIterable<Conversation>, at: Date): AsyncGenerator<string> {
  yield `# Conversations\n\nExported ${minutes(at.toISOString())}\n`;
  for await (const conversation of conversations) {
    const { title, aiService, createdAt, updatedAt, messages } = conversation;
    yield `\n---\n\n## ${escaped(title)}\n\n${escaped(aiService.displayName)} · created ${minutes(createdAt)} · updated ${minutes(updatedAt)}\n`;
    for (const message of messages) yield turnOf(conversation, message);
  }
}

function turnOf(conversation: Conversation, message: Message): string {
  const { role, content, error } = message;
  const head = `\n### ${escaped(speakerOf(conversation, message))}\n\n_${escaped(remarksOf(message).join(' · '))}_\n`;
  const fence = fenceFor(content);
  const body = role === 'user' ? `${fence}text\n${content}\n${fence}` : closed(content);
  return `${head}${content === '' ? '' : `\n${body}\n`}${error ? `\n> ${escaped(error)}\n` : ''}`;
}

// A reply cut off inside a code block must not swallow what follows.
function closed(content: string): string {
  let open: string | undefined;
  for (const [, ticks = ''] of content.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
    if (open === undefined) open = ticks;
    else if (ticks[0] === open[0] && ticks.length >= open.length) open = undefined;
  }
  return open === undefined ? content : `${content}\n${open}`;
}

const escaped = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|!]/g, '\\$&');
