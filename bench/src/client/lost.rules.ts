import { replyText } from '../upstream/reply-tokens.rules.js';
import type { Spoken } from '../upstream/spoken.js';
import type { Seen } from './seen.js';

/**
 * A sentence for every reply that is not exactly what its provider sent: as it streamed, as its last event had it, and,
 * where given, as it was stored.
 */
export function lostIn(
  seen: Seen,
  spoken: readonly Spoken[],
  services: readonly string[],
  stored?: Map<string, string>,
) {
  const sentences = seen.faults.map((fault) => `${seen.key}: ${fault}`);
  if (seen.endedAt === 0) sentences.push(`${seen.key}: the stream ended without its last event.`);
  let lost = 0;
  for (const service of services) {
    const calls = spoken.filter((one) => one.key === seen.key && one.service === service);
    const [record] = calls;
    if (calls.length !== 1 || !record?.complete) {
      sentences.push(
        `${seen.key}: ${service} was called ${calls.length} times${record?.complete === false ? ', not to the end' : ''}.`,
      );
      continue;
    }
    const sent = replyText(service, seen.key, record.tokens);
    const readings = [seen.texts[service] ?? '', seen.replies[service] ?? sent];
    if (stored) readings.push(stored.get(seen.messageIds[service] ?? '') ?? '');
    for (const got of readings.filter((reading) => reading !== sent)) {
      lost += Math.max(1, Math.abs(count(sent) - count(got)));
      sentences.push(`${seen.key}: ${service} sent ${count(sent)} tokens, ${count(got)} came.`);
    }
  }
  return { lost, sentences };
}

const count = (text: string) => text.split(' ').length - 1;
