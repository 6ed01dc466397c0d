import type { HeldNotice } from './notice-delivery.entity.js';
import { headlineOf, linkOf, moreLine, testLine, type OutgoingMessage } from './outgoing-message.js';

const maxText = 2_900;
/** Slack takes 50 blocks. */
const maxNotices = 20;

/** For Slack's incoming webhooks, and for what takes their form (Mattermost, Rocket.Chat, …). */
export function slackBody(message: OutgoingMessage) {
  const headline = headlineOf(message);
  const shown = message.notices.slice(0, maxNotices);
  const more = moreLine({ ...message, more: message.more + message.notices.length - shown.length });
  const sections = message.purpose === 'test' ? [section(testLine)] : shown.map((each) => sectionOf(message, each));
  return {
    text: escaped(headline),
    blocks: [
      ...(message.purpose === 'notice' ? [] : [section(`*${escaped(headline)}*`)]),
      ...sections,
      ...(more ? [section(more)] : []),
    ],
  };
}

function sectionOf(message: OutgoingMessage, { title, lines, path }: HeldNotice) {
  const url = linkOf(message, path);
  const head = url ? `*<${url}|${escaped(title).replace(/\|/g, '¦')}>*` : `*${escaped(title)}*`;
  return section([head, ...lines.map(escaped)].join('\n'));
}

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text: cut(text) } });

const cut = (text: string) => (text.length > maxText ? `${text.slice(0, maxText)}…` : text);

/** What Slack reads as its own: links, mentions of everybody. */
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
