import { linkOf, testLine, type OutgoingMessage } from './outgoing-message.js';
import type { TargetKind } from './notice-target.entity.js';
import { slackBody } from './slack-body.rules.js';
import { teamsBody } from './teams-body.rules.js';

/** The body of a message to an address on the web; the same at every try. */
export function bodyFor(kind: Exclude<TargetKind, 'email'>, message: OutgoingMessage): string {
  const bodies = { webhook: webhookBody, slack: slackBody, teams: teamsBody };
  return JSON.stringify(bodies[kind](message));
}

/** By Standard Webhooks: a type, a time, and what there is to say. */
function webhookBody(message: OutgoingMessage) {
  const { purpose, notices, more } = message;
  if (purpose === 'test') return { type: 'notice.test', data: { message: testLine } };
  const written = notices.map(({ id, kind, title, lines, path, happenedAt }) => ({
    id,
    kind,
    title,
    lines,
    url: linkOf(message, path) ?? path,
    happenedAt,
  }));
  const [first] = written;
  if (purpose === 'notice' && first) {
    return { type: `notice.${first.kind}`, timestamp: first.happenedAt, data: first };
  }
  return { type: 'notice.digest', timestamp: notices.at(-1)?.happenedAt, data: { notices: written, more } };
}
