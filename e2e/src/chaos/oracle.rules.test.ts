import { describe, expect, it } from '@jest/globals';
import { promises, violationsIn, type Done, type Evidence, type ProviderCall, type Stored } from './oracle.rules.js';

const begunAt = Date.parse('2026-01-01T12:00:00Z');
const slotAt = begunAt + 60_000;
const deed = (kind: Done['kind'], marker: string, more: Partial<Done> = {}): Done => ({
  kind,
  marker,
  user: 1,
  aiServices: kind === 'import' ? [] : ['alpha'],
  begunAt,
  isAcknowledged: true,
  told: [],
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

/** One of each deed, with nothing amiss. */
function whole() {
  const told = [{ aiService: 'alpha', status: 'completed', text: 'call 1 one two' }];
  const imported = { title: 'Imported m-1-4', messages: 4 };
  const stored: Stored = {
    messages: [{ ...text('m-1-0', 1), conversationId: 'c-1', replies: [{ id: 'r-1', ...text('m-1-0', 1) }] }],
    turns: [text('m-1-1', 2)],
    runs: [run('m-1-2', 3, 'manual'), run('m-1-3', 4, 'scheduled')],
    notices: [
      { user: 1, title: 'm-1-2: 1 of 1 answered', lines: [] },
      { user: 1, title: 'm-1-3: 1 of 1 answered', lines: [] },
    ],
    imported: [{ ...imported }],
    verdicts: [{ broadcastId: 'b-1', messageId: 'r-1', assessor: 'beta' }],
    judgings: [{ broadcastId: 'b-1', state: 'done' }],
    events: [{ name: 'messages sent', published: 1, inEffect: 1 }],
    stuckEvents: [],
  };
  const done = [
    deed('message', 'm-1-0', { told, judgedAs: 'b-1' }),
    deed('chat', 'm-1-1'),
    deed('run', 'm-1-2'),
    deed('schedule', 'm-1-3', { slotAt }),
    deed('import', 'm-1-4', { imported }),
  ];
  const calls = [call(1, 'm-1-0'), call(2, 'm-1-1'), call(3, 'm-1-2'), call(4, 'm-1-3')];
  return { done, refused: [], calls, stored } satisfies Evidence;
}
type Whole = ReturnType<typeof whole>;

const found = (change: (all: Whole) => unknown) => {
  const all = whole();
  change(all);
  return [...new Set(violationsIn(all).map(({ promise }) => promise))];
};
const reply = ({ stored }: Whole) => stored.messages[0]!.replies[0]!;
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
  ['ended', 'a run is still running', ({ stored }) => [(stored.runs[0]!.status = 'running'), stored.notices.shift()]],
  ['ended', 'a judging is still under way', ({ stored }) => (stored.judgings[0]!.state = 'judging')],
  ['prefix', 'the texts of two calls are one', ({ stored }) => (stored.turns[0]!.text = 'call 2 one call 3 two')],
  ['prefix', 'a completed text is cut', ({ stored }) => (stored.turns[0]!.text = 'call 2 one')],
  ['prefix', 'it is another deed’s', ({ stored }) => (stored.turns[0]!.text = 'call 1 one two')],
  ['told', 'its user was told another text', ({ done }) => (done[0]!.told[0]!.text = 'call 1 one')],
  ['told', 'its user was told another end', ({ done }) => (done[0]!.told[0]!.status = 'failed')],
  ['paid', 'a reply cost three calls', ({ calls }) => calls.push(call(8, 'm-1-0'), call(9, 'm-1-0'))],
  ['paid', 'a turn cost two calls', ({ calls }) => calls.push(call(9, 'm-1-1'))],
  ['paid', 'a verdict cost four calls', ({ calls }) => calls.push(...judges(4))],
  ['deleted', 'a deleted conversation is there', ({ done }) => (done[0]!.deleted = done[0]!.deletes = ['c-1'])],
  ['imported', 'half of an import is there', ({ stored }) => (stored.imported[0]!.messages = 2)],
  ['imported', 'an import is there twice', ({ stored }) => stored.imported.push(stored.imported[0]!)],
  ['slots', 'a slot has no run', ({ stored }) => [stored.runs.pop(), stored.notices.pop()]],
  ['slots', 'a run came too early', ({ stored }) => (stored.runs[1]!.startedAt = slotAt - 1)],
  [
    'runs',
    'a click made two runs',
    ({ stored }) => [stored.runs.push(stored.runs[0]!), stored.notices.push(stored.notices[0]!)],
  ],
  ['runs', 'a service has two results', ({ stored }) => stored.runs[0]!.results.push(stored.runs[0]!.results[0]!)],
  ['runs', 'a completed run lacks a result', ({ stored }) => stored.runs[0]!.results.pop()],
  ['verdicts', 'a judge has two verdicts', ({ stored }) => stored.verdicts.push(stored.verdicts[0]!)],
  ['notices', 'a run was told twice', ({ stored }) => stored.notices.push(stored.notices[0]!)],
  ['notices', 'a run was not told', ({ stored }) => stored.notices.pop()],
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
      (all) => [Object.assign(reply(all), { status: 'interrupted', text: 'call 1 o' }), (all.done[0]!.told = [])],
    ],
    [
      'a reply that failed has no text',
      (all) => [Object.assign(reply(all), { status: 'failed', text: '' }), (all.done[0]!.told = [])],
    ],
    ['two calls for a reply are promised', ({ calls }) => calls.push(call(9, 'm-1-0'))],
    ['three calls for a verdict are promised', ({ calls }) => calls.push(...judges(3))],
    [
      'what was deleted is gone',
      ({ done, stored }) => [(done[0]!.deleted = done[0]!.deletes = ['c-1']), stored.messages.pop()],
    ],
    [
      'a schedule that was saved after its minute has no run',
      ({ done, stored }) => [(done[3]!.slotAt = begunAt + 86_400_000), stored.runs.pop(), stored.notices.pop()],
    ],
    [
      'calls of earlier seeds are not looked at',
      ({ calls }) => calls.push(call(9, 'm-0-1'), call(9, 'm-0-1'), call(9, 'm-0-1')),
    ],
  ])('%s', (_what, change) => expect(found(change)).toEqual([]));
});
