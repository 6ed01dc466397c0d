import type { AiService, BroadcastStreamEvent, Media, SendResult } from '@polylogue/api-contract';
import { safeText } from '../terminal/safe-text.js';

/** What is shown of one service. */
export interface Reply {
  /** By which events name it. */
  readonly name: string;
  readonly displayName: string;
  readonly color: string | undefined;
  readonly text: string;
  /** Undefined while it may still grow. */
  readonly end: ReplyEnd | undefined;
}

export interface ReplyEnd {
  /** A sentence; undefined where the reply is whole. */
  readonly error: string | undefined;
  readonly milliseconds: number;
  readonly tokens: number | undefined;
}

/** Before anything was answered. */
export const emptyReplies = (services: readonly Pick<AiService, 'name' | 'displayName' | 'color'>[]): Reply[] =>
  services.map(({ name, displayName, color }) => ({
    name,
    displayName: safeText(displayName),
    color,
    text: '',
    end: undefined,
  }));

/** What an event makes of the replies. */
export function withEvent(replies: readonly Reply[], event: BroadcastStreamEvent, url: string): readonly Reply[] {
  const change = (name: string, by: (reply: Reply) => Reply) =>
    replies.map((reply) => (reply.name === name ? by(reply) : reply));
  switch (event.event) {
    // Once more when the replies begin anew: what had come of them was never stored.
    case 'accepted':
      return replies.map((reply) => (reply.end ? reply : { ...reply, text: '' }));
    case 'delta':
      return change(event.data.aiService, (reply) => ({ ...reply, text: reply.text + safeText(event.data.text) }));
    case 'reply':
      return change(event.data.aiService, (reply) => ended(reply, event.data, url));
    case 'done': {
      const results = new Map(event.data.results.map((result) => [result.aiService, result]));
      return replies.map((reply) => {
        const result = results.get(reply.name);
        return result && !reply.end ? ended(reply, result, url) : reply;
      });
    }
    default:
      return replies;
  }
}

function ended(reply: Reply, result: SendResult, url: string): Reply {
  const { success, content = reply.text, media = [], error, responseTime, tokens } = result;
  const reason = error ?? 'This reply was not completed.';
  return {
    ...reply,
    text: safeText(withMedia(content, media, url)),
    end: { error: success ? undefined : safeText(reason), milliseconds: responseTime, tokens },
  };
}

/** A text, and where what is no text can be opened. */
export const withMedia = (text: string, media: readonly Pick<Media, 'url'>[], url: string): string =>
  [text, ...media.map((file) => `${url}${file.url}`)].filter((part) => part !== '').join('\n');

/** Under a reply that has ended: why there is no more of it, or what it took. */
export function noteOn({ error, milliseconds, tokens }: ReplyEnd): string {
  if (error !== undefined) return error;
  const seconds = `${(milliseconds / 1000).toFixed(1)} s`;
  return tokens === undefined ? seconds : `${seconds}, ${tokens} tokens`;
}
