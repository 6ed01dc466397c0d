import type { HeldNotice } from './notice-delivery.entity.js';
import { headlineOf, linkOf, moreLine, testLine, type OutgoingMessage } from './outgoing-message.js';

/** Teams takes 28 KB. */
const maxNotices = 10;
const maxText = 1_500;

/** An adaptive card, as the workflow "Post to a channel when a webhook request is received" takes it. */
export function teamsBody(message: OutgoingMessage) {
  const shown = message.notices.slice(0, maxNotices);
  const more = moreLine({ ...message, more: message.more + message.notices.length - shown.length });
  const [first] = shown;
  const url = first && message.purpose === 'notice' ? linkOf(message, first.path) : linkOf(message, '/');
  const texts = message.purpose === 'test' ? [block(testLine)] : shown.flatMap((each) => blocksOf(message, each));
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { type: 'TextBlock', text: escaped(headlineOf(message)), weight: 'Bolder', size: 'Medium', wrap: true },
      ...texts,
      ...(more ? [block(more)] : []),
    ],
    ...(url ? { actions: [{ type: 'Action.OpenUrl', title: 'Open in Polylogue', url }] } : {}),
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

function blocksOf({ purpose }: OutgoingMessage, { title, lines }: HeldNotice) {
  // A single notice has its title as the headline.
  const head = purpose === 'notice' ? [] : [{ ...block(title), weight: 'Bolder', separator: true }];
  return [...head, ...(lines.length > 0 ? [block(lines.join('\n\n'))] : [])];
}

function block(text: string) {
  const cut = text.length > maxText ? `${text.slice(0, maxText)}…` : text;
  return { type: 'TextBlock', text: escaped(cut), wrap: true };
}

/** A card reads a part of Markdown. */
const escaped = (text: string) => text.replace(/[\\*_[\]()#`]/g, '\\$&');
