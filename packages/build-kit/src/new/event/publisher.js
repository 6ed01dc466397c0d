/** @import { EventPlan } from './plan-event.js' */

/**
 * The one place of a service that tells a fact.
 * @param {EventPlan} plan
 */
export const publisher = ({ thing, done, subject }) => `import type { EventOf } from '@polylogue/proto';
import type { Events, Transaction } from '@polylogue/service-kit';

const subject = '${subject}';

/** Tells that a ${thing.words} was ${done.words.slice(thing.words.length + 1)}, if the transaction that makes it true commits. */
export const tell${done.pascal} = (events: Events, tx: Transaction, fact: EventOf<typeof subject>): Promise<void> =>
  events.in(tx).publish(subject, fact);
`;
