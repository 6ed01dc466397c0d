import { describe, expect, it } from '@jest/globals';
import type { Done, Evidence, ProviderCall, Stored } from './evidence.js';
import { isOverdue, promises, violationsIn } from './oracle.rules.js';

const begunAt = Date.parse('2026-01-01T12:00:00Z');
const slotAt = begunAt + 60_000;
const deed = (kind: Done['kind'], marker: string, more: Partial<Done> = {}): Done => ({
  kind,
  marker,
  user: 1,
  aiServices: kind === 'import' || kind === 'export' ? [] : ['alpha'],
  begunAt,
  isAcknowledged: true,
  reported: [],
  deletes: [],
  deleted: [],
  ...more,
});
const call = (number: number, about: string, more: Partial<ProviderCall> = {}): ProviderCall => {
  return {
    number,
    aiService: 'alpha',
    isJudge: false,
    about,
    at: begunAt,
    sent: `call ${number} one two `,
    isWhole: true,
    ...more,
  };
};
const text = (marker: string, number: number) => {
  return { marker, aiService: 'alpha', status: 'completed', text: `call ${number} one two` };
};
const run = (marker: string, number: number, trigger: string) => {
  return { marker, trigger, status: 'completed', startedAt: slotAt + 5, results: [text(marker, number)] };
};

const notice = (marker: string) => ({ user: 1, title: `${marker}: 1 of 1 answered`, lines: [] });
const delivery = (marker: string) => {
  const { user, title } = notice(marker);
  return { user, id: `d-${marker}`, title, body: `{"data":{"title":"${title}"}}` };
};
const made = (marker: string, id: string) => ({ marker, id, status: 'completed', isWhole: true });

/** One of each deed, with nothing amiss. */
function whole() {
  const reported = [{ aiService: 'alpha', status: 'completed', text: 'call 1 one two' }];
  const imported = { title: 'Imported m-1-4', messages: 4 };
  const stored: Stored = {
    messages: [{ ...text('m-1-0', 1), conversationId: 'c-1', replies: [{ id: 'r-1', ...text('m-1-0', 1) }] }],
    turns: [text('m-1-1', 2)],
    summaries: [text('m-1-0-summary', 6)],
    maps: [made('m-1-0-map', 'map-1')],
    answers: [made('m-1-0-answer', 'answer-1')],
    runs: [run('m-1-2', 3, 'manual'), run('m-1-3', 4, 'scheduled'), run('m-1-5', 5, 'manual')],
    notices: ['m-1-2', 'm-1-3', 'm-1-5'].map(notice),
    deliveries: ['m-1-2', 'm-1-3', 'm-1-5'].map(delivery),
    satedUsers: [] as number[],
    left: [] as Stored['left'],
    imported: [{ ...imported }],
    verdicts: [{ broadcastId: 'b-1', messageId: 'r-1', assessor: 'beta' }],
    judgings: [{ broadcastId: 'b-1', state: 'done' }],
    events: [{ name: 'messages sent', published: 1, inEffect: 1 }],
    stuckEvents: [],
  };
  const done = [
    deed('message', 'm-1-0', { reported, judgedAs: 'b-1' }),
    deed('chat', 'm-1-1'),
    deed('run', 'm-1-2'),
    deed('schedule', 'm-1-3', { askedSlotAt: slotAt, slotAt }),
    deed('import', 'm-1-4', { imported }),
    deed('webhook', 'm-1-5'),
    deed('export', 'm-1-6'),
    deed('leave', 'm-1-7'),
    deed('summary', 'm-1-0-summary'),
    deed('map', 'm-1-0-map', { madeId: 'map-1' }),
    deed('answer', 'm-1-0-answer', { madeId: 'answer-1' }),
  ];
  const calls = ['m-1-0', 'm-1-1', 'm-1-2', 'm-1-3', 'm-1-5', 'm-1-0-summary', 'm-1-0-map', 'm-1-0-answer'].map(
    (about, index) => call(index + 1, about),
  );
  return { done, refused: [], calls, stored } satisfies Evidence;
}
type Whole = ReturnType<typeof whole>;

const found = (change: (all: Whole) => unknown) => {
  const all = whole();
  change(all);
  return [...new Set(violationsIn(all).map(({ promise }) => promise))];
};
const reply = ({ stored }: Whole) => stored.messages[0]!.replies[0]!;
/** Nothing is left of the second run: a notice and its delivery go with it. */
const withoutSlot = ({ stored }: Whole) =>
  [stored.runs, stored.notices, stored.deliveries].map((all) => all.splice(1, 1));
/** As one is who is told of the next day's run, because the answer before was lost. */
const answeredLate = ({ done }: Whole) => (done[3]!.slotAt = slotAt + 86_400_000);
const judges = (count: number) =>
  Array.from({ length: count }, (_, index) => call(10 + index, 'call-1-of-all', { aiService: 'beta', isJudge: true }));

const cases: [keyof typeof promises, string, (all: Whole) => unknown][] = [
  ['lost', 'an accepted message is not there', ({ stored }) => stored.messages.pop()],
  ['lost', 'it has no reply', ({ stored }) => stored.messages[0]!.replies.pop()],
  ['lost', 'an accepted turn is not there', ({ stored }) => stored.turns.pop()],
  ['doubled', 'a message is there twice', ({ stored }) => stored.messages.push(stored.messages[0]!)],
  [
    'doubled',
    'a reply is there twice',
    ({ stored }) => stored.messages[0]!.replies.push(stored.messages[0]!.replies[0]!),
  ],
  ['doubled', 'a turn is there twice', ({ stored }) => stored.turns.push(stored.turns[0]!)],
  ['ended', 'a turn is still streaming', ({ stored }) => (stored.turns[0]!.status = 'streaming')],
  [
    'ended',
    'a run is still running',
    ({ stored }) => [(stored.runs[0]!.status = 'running'), stored.notices.shift(), stored.deliveries.shift()],
  ],
  ['lost', 'a map is not there', ({ stored }) => stored.maps.pop()],
  ['lost', 'a summary is not there', ({ stored }) => stored.summaries.pop()],
  ['doubled', 'an answer is there twice', ({ stored }) => stored.answers.push(stored.answers[0]!)],
  ['ended', 'a map is still being made', ({ stored }) => (stored.maps[0]!.status = 'pending')],
  ['prefix', 'a map is not whole', ({ stored }) => (stored.maps[0]!.isWhole = false)],
  ['reported', 'another answer is there', ({ stored }) => (stored.answers[0]!.id = 'answer-2')],
  [
    'paid',
    'a summary cost four calls',
    ({ calls }) => calls.push(...[7, 8, 9].map((number) => call(number, 'm-1-0-summary'))),
  ],
  ['paid', 'a map cost three calls', ({ calls }) => calls.push(call(9, 'm-1-0-map'), call(10, 'm-1-0-map'))],
  ['paid', 'an answer cost two calls', ({ calls }) => calls.push(call(9, 'm-1-0-answer'))],
  ['ended', 'a judging is still under way', ({ stored }) => (stored.judgings[0]!.state = 'judging')],
  ['prefix', 'the texts of two calls are one', ({ stored }) => (stored.turns[0]!.text = 'call 2 one call 3 two')],
  ['prefix', 'a completed text is cut', ({ stored }) => (stored.turns[0]!.text = 'call 2 one')],
  ['prefix', 'it is another deed’s', ({ stored }) => (stored.turns[0]!.text = 'call 1 one two')],
  ['reported', 'its user was told another text', ({ done }) => (done[0]!.reported[0]!.text = 'call 1 one')],
  ['reported', 'its user was told another end', ({ done }) => (done[0]!.reported[0]!.status = 'failed')],
  ['paid', 'a reply cost four calls', ({ calls }) => calls.push(...[7, 8, 9].map((number) => call(number, 'm-1-0')))],
  ['paid', 'a turn cost four calls', ({ calls }) => calls.push(...[7, 8, 9].map((number) => call(number, 'm-1-1')))],
  ['paid', 'a verdict cost four calls', ({ calls }) => calls.push(...judges(4))],
  ['deleted', 'a deleted conversation is there', ({ done }) => (done[0]!.deleted = done[0]!.deletes = ['c-1'])],
  ['imported', 'half of an import is there', ({ stored }) => (stored.imported[0]!.messages = 2)],
  ['imported', 'an import is there twice', ({ stored }) => stored.imported.push(stored.imported[0]!)],
  ['slots', 'a slot has no run', withoutSlot],
  ['slots', 'a run came too early', ({ stored }) => (stored.runs[1]!.startedAt = slotAt - 1)],
  [
    'slots',
    'one came too early, and its user was answered late',
    (all) => [answeredLate(all), (all.stored.runs[1]!.startedAt = slotAt - 1)],
  ],
  [
    'runs',
    'a click made two runs',
    ({ stored }) => [
      stored.runs.push(stored.runs[0]!),
      stored.notices.push(stored.notices[0]!),
      stored.deliveries.push({ ...stored.deliveries[0]!, id: 'd-2' }),
    ],
  ],
  [
    'runs',
    'a webhook that came twice made two runs',
    ({ stored }) => [
      stored.runs.push(stored.runs[2]!),
      stored.notices.push(stored.notices[2]!),
      stored.deliveries.push({ ...stored.deliveries[2]!, id: 'd-2' }),
    ],
  ],
  ['runs', 'a service has two results', ({ stored }) => stored.runs[0]!.results.push(stored.runs[0]!.results[0]!)],
  ['runs', 'a completed run lacks a result', ({ stored }) => stored.runs[0]!.results.pop()],
  ['verdicts', 'a judge has two verdicts', ({ stored }) => stored.verdicts.push(stored.verdicts[0]!)],
  [
    'notices',
    'a run was told twice',
    ({ stored }) => [
      stored.notices.push(stored.notices[0]!),
      stored.deliveries.push({ ...stored.deliveries[0]!, id: 'd-2' }),
    ],
  ],
  ['notices', 'a run was not told', ({ stored }) => [stored.notices.pop(), stored.deliveries.pop()]],
  ['delivered', 'a notice did not come to its webhook', ({ stored }) => stored.deliveries.pop()],
  [
    'delivered',
    'it came under two ids',
    ({ stored }) => stored.deliveries.push({ ...stored.deliveries[0]!, id: 'd-2' }),
  ],
  [
    'delivered',
    'it came again with other words',
    ({ stored }) => stored.deliveries.push({ ...stored.deliveries[0]!, body: '' }),
  ],
  ['delivered', 'it came to another user', ({ stored }) => (stored.deliveries[0]!.user = 2)],
  ['erased', 'a word is left', ({ stored }) => stored.left.push({ marker: 'm-1-7', where: 'postgres messages' })],
  ['events', 'an event took effect twice', ({ stored }) => (stored.events[0]!.inEffect = 2)],
  ['events', 'an event is stuck', ({ stored }) => stored.stuckEvents.push('unsent')],
  ['answered', 'a request was never answered', ({ done }) => (done[4]!.isAcknowledged = false)],
];

describe('the oracle', () => {
  it('finds nothing amiss where nothing is', () => expect(found(() => undefined)).toEqual([]));

  it.each(cases)('%s: %s', (promise, _what, change) => expect(found(change)).toEqual([promise]));

  it('has a case for each promise', () => {
    expect(new Set(cases.map(([promise]) => promise))).toEqual(new Set(Object.keys(promises)));
  });

  it.each<[string, (all: Whole) => unknown]>([
    [
      'a reply that was broken off is the beginning of what was sent',
      (all) => [Object.assign(reply(all), { status: 'interrupted', text: 'call 1 o' }), (all.done[0]!.reported = [])],
    ],
    [
      'a reply that failed has no text',
      (all) => [Object.assign(reply(all), { status: 'failed', text: '' }), (all.done[0]!.reported = [])],
    ],
    ['three calls for a reply are promised', ({ calls }) => calls.push(call(9, 'm-1-0'), call(10, 'm-1-0'))],
    [
      'three calls for a turn and a summary are promised',
      ({ calls }) => calls.push(call(9, 'm-1-1'), call(10, 'm-1-1'), call(11, 'm-1-0-summary')),
    ],
    ['two calls for a map are promised', ({ calls }) => calls.push(call(9, 'm-1-0-map'))],
    ['a notice may come twice', ({ stored }) => stored.deliveries.push(stored.deliveries[0]!)],
    [
      'who had as many as a day has gets the others together',
      ({ stored }) => [stored.deliveries.pop(), stored.satedUsers.push(1)],
    ],
    ['a map that failed is the user’s to ask for again', ({ stored }) => (stored.maps[0]!.status = 'failed')],
    ['three calls for a verdict are promised', ({ calls }) => calls.push(...judges(3))],
    [
      'what was deleted is gone',
      ({ done, stored }) => [(done[0]!.deleted = done[0]!.deletes = ['c-1']), stored.messages.pop()],
    ],
    ['a schedule that was saved after its minute has no run', (all) => [answeredLate(all), withoutSlot(all)]],
    ['a schedule that was saved in time, but answered late, has its run', answeredLate],
    [
      'calls of earlier seeds are not looked at',
      ({ calls }) => calls.push(call(9, 'm-0-1'), call(9, 'm-0-1'), call(9, 'm-0-1')),
    ],
  ])('%s', (_what, change) => expect(found(change)).toEqual([]));

  it('gives a delivery whose process died the minute after which another takes it', () => {
    const [of, endedMs] = [{ marker: 'm-1-2', because: '' }, 60_000];
    expect(isOverdue({ promise: 'notices', ...of }, 61_000, endedMs)).toBe(true);
    expect(isOverdue({ promise: 'delivered', ...of }, 61_000, endedMs)).toBe(false);
    expect(isOverdue({ promise: 'delivered', ...of }, 151_000, endedMs)).toBe(true);
  });
});
