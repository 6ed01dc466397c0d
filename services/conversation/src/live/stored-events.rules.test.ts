import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BroadcastLog } from './broadcast-log.js';
import type { BroadcastStreamEvent, EndedReply, Target } from './broadcast.entity.js';
import { eventsAfter, type StoredBroadcast, type StoredReply } from './stored-events.rules.js';

const target = (index: number): Target => ({
  aiService: `service-${index}`,
  conversationId: `conversation-${index}`,
  messageId: `message-${index}`,
});

/** What happens to a broadcast: text for a reply, the end of one, or a write of all text that gathered. */
type Step = { index: number; text: string } | { end: number } | 'write';

const story = fc.integer({ min: 1, max: 4 }).chain((replies) => {
  const index = fc.nat(replies - 1);
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ index, text: fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme' }) }) },
    { weight: 1, arbitrary: fc.record({ end: index }) },
    { weight: 2, arbitrary: fc.constant('write' as const) },
  );
  return fc.record({ replies: fc.constant(replies), steps: fc.array(step, { maxLength: 40 }), ends: fc.boolean() });
});

type Growing = Omit<StoredReply, 'parts'> & { parts: StoredReply['parts'][number][] };

/** The log and the store of one broadcast, written side by side. */
class Written {
  readonly log: BroadcastLog;
  readonly snapshots: StoredBroadcast[] = [];
  readonly #targets: Target[];
  readonly #ended: EndedReply[] = [];
  /** Text that is not written yet, and all there was. */
  readonly #open: { text: string; eventIds: number[]; lengths: number[]; content: string }[];
  readonly #replies: Growing[];

  constructor(replies: number) {
    this.#targets = Array.from({ length: replies }, (_, index) => target(index));
    this.log = new BroadcastLog('broadcast', this.#targets);
    this.#open = this.#targets.map(() => ({ text: '', eventIds: [], lengths: [], content: '' }));
    const tail = { eventIds: [], lengths: [] };
    this.#replies = this.#targets.map((each) => ({ target: each, parts: [], savedLength: 0, tail }));
  }

  get stored(): StoredBroadcast {
    return { broadcastId: 'broadcast', replies: this.#replies };
  }

  get contents(): string[] {
    return this.#open.map(({ content }) => content);
  }

  append(index: number, text: string): void {
    if (this.#ended[index]) return;
    const piece = this.#open[index]!;
    piece.eventIds.push(this.log.append(index, text));
    piece.lengths.push(text.length);
    piece.text += text;
    piece.content += text;
  }

  write(): void {
    for (const [index, { text, eventIds, lengths, content }] of this.#open.entries()) {
      if (text === '' || this.#ended[index]) continue;
      this.#replies[index]!.parts.push({ text, eventIds, lengths });
      this.#replies[index]!.savedLength += text.length;
      this.#open[index] = { text: '', eventIds: [], lengths: [], content };
    }
  }

  end(index: number): void {
    if (this.#ended[index]) return;
    const { eventIds, lengths, content } = this.#open[index]!;
    const reply: EndedReply = { ...this.#targets[index]!, status: 'completed', responseTimeMs: 1, content };
    const slot = this.log.reserveEnd();
    this.log.settle(slot, reply);
    this.#ended[index] = reply;
    this.#replies[index]!.ended = { eventId: slot.id, reply };
    this.#replies[index]!.tail = { eventIds, lengths };
    this.write();
    this.keepSnapshot();
  }

  endAll(): void {
    for (const index of this.#targets.keys()) this.end(index);
  }

  /** Says in the log that the broadcast is over, or that its process gave it up. */
  close(): void {
    if (this.#ended.filter(Boolean).length === this.#targets.length) this.log.finish(this.#ended);
    else this.log.lose();
  }

  keepSnapshot(): void {
    this.snapshots.push(structuredClone(this.stored));
  }
}

/** Plays a story as log and store would write it. */
function play({ replies, steps, ends }: { replies: number; steps: Step[]; ends: boolean }): Written {
  const written = new Written(replies);
  for (const step of steps) {
    if (step === 'write') {
      written.write();
      written.keepSnapshot();
    } else if ('end' in step) written.end(step.end);
    else written.append(step.index, step.text);
  }
  if (ends) written.endAll();
  else written.write();
  written.close();
  return written;
}

async function readLog(log: BroadcastLog, afterId: number): Promise<BroadcastStreamEvent[]> {
  const events: BroadcastStreamEvent[] = [];
  for await (const event of log.read(afterId, new AbortController().signal)) events.push(event);
  return events;
}

/** A stream as a screen sees it: text by reply, and everything else in order. */
function seen(events: readonly BroadcastStreamEvent[]) {
  const texts: Record<string, string> = {};
  for (const event of events) {
    if (event.kind === 'delta') texts[event.messageId] = (texts[event.messageId] ?? '') + event.text;
  }
  return { texts, others: events.filter(({ kind }) => kind !== 'delta') };
}

/** Every event id that a reader may have seen last, including those inside what was merged. */
const lastIds = (highest: number) => Array.from({ length: highest + 1 }, (_, id) => id);

describe('a resumed stream', () => {
  it('from the store has after any event exactly what the log has', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (each) => {
        const { log, stored } = play(each);
        const whole = await readLog(log, 0);
        for (const id of lastIds(whole.at(-1)!.id)) {
          const events = eventsAfter(stored, id);
          expect(seen(events)).toEqual(seen(await readLog(log, id)));
          expect(events.every((event, index) => event.id > (events[index - 1]?.id ?? id))).toBe(true);
        }
      }),
      { seed: 20250710, numRuns: 200 },
    );
  });

  it('before and after any event adds up to the whole text, nothing twice and nothing missing', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (each) => {
        const { log, stored, contents } = play(each);
        const whole = await readLog(log, 0);
        for (const [index, { id }] of whole.entries()) {
          const joined = [...whole.slice(0, index + 1), ...eventsAfter(stored, id)];
          const { texts, others } = seen(joined);
          expect(contents.map((_, index) => texts[`message-${index}`] ?? '')).toEqual(contents);
          expect(others).toEqual(seen(whole).others);
        }
      }),
      { seed: 20250710, numRuns: 200 },
    );
  });

  it('by tailing the store while it is written adds up just as well', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (each) => {
        const { log, stored, snapshots } = play(each);
        const events: BroadcastStreamEvent[] = [];
        for (const snapshot of [...snapshots, stored]) events.push(...eventsAfter(snapshot, events.at(-1)?.id ?? 0));
        expect(seen(events)).toEqual(seen(await readLog(log, 0)));
      }),
      { seed: 20250710, numRuns: 200 },
    );
  });

  it('may change from store to log and back at any event', async () => {
    await fc.assert(
      fc.asyncProperty(story, fc.nat(), fc.nat(), async (each, first, second) => {
        const { log, stored } = play(each);
        const whole = await readLog(log, 0);
        const one = whole[first % whole.length]!.id;
        const fromStore = eventsAfter(stored, one);
        const begin = whole.filter(({ id }) => id <= one);
        const cut = fromStore.slice(0, fromStore.length === 0 ? 0 : second % (fromStore.length + 1));
        const rest = await readLog(log, cut.at(-1)?.id ?? one);
        expect(seen([...begin, ...cut, ...rest])).toEqual(seen(whole));
      }),
      { seed: 20250710, numRuns: 200 },
    );
  });

  it('has only the replies when their parts have been deleted', () => {
    const { stored } = play({ replies: 1, steps: [{ index: 0, text: 'gone' }, 'write'], ends: true });
    const cleaned = { ...stored, replies: stored.replies.map((reply) => ({ ...reply, parts: [], savedLength: 0 })) };
    expect(eventsAfter(cleaned, 0).map(({ kind }) => kind)).toEqual(['accepted', 'reply', 'done']);
  });
});

describe('a broadcast whose reply another process dispatched again', () => {
  const tail = { eventIds: [], lengths: [] };
  const first = { text: 'Stored', eventIds: [2], lengths: [6] };
  const again = { text: 'Anew', eventIds: [1_005], lengths: [4] };
  const broadcast: StoredBroadcast = {
    broadcastId: 'broadcast',
    replies: [
      { target: target(0), parts: [first], savedLength: 6, tail },
      { target: target(1), parts: [again], savedLength: 4, tail, gap: { lostAfter: 2, from: 1_003 } },
    ],
  };
  const kindsAfter = (afterId: number) => eventsAfter(broadcast, afterId).map(({ id, kind }) => [id, kind]);

  it('is accepted once more for a reader whose last event was never stored', () => {
    for (const shown of [3, 700, 1_001])
      expect(kindsAfter(shown)).toEqual([
        [1_002, 'accepted'],
        [1_005, 'delta'],
      ]);
  });

  it('goes on as ever for all other readers', () => {
    for (const shown of [2, 1_002, 1_004]) expect(kindsAfter(shown)).toEqual([[1_005, 'delta']]);
    expect(kindsAfter(0)).toEqual([
      [1, 'accepted'],
      [2, 'delta'],
      [1_005, 'delta'],
    ]);
  });
});
