import { describe, expect, it, jest } from '@jest/globals';
import {
  around,
  changesOf,
  clip,
  drawWindow,
  randomOf,
  slotsByWalking,
  stretchesOf,
  type Rule,
  type Stretch,
  type Window,
} from './schedule-oracle.fixture.js';
import { nextSlot, type Schedule } from './schedule.js';

jest.setTimeout(180_000);

const minuteMs = 60_000;
const from = Date.UTC(2024, 0, 1) / minuteMs;
const until = Date.UTC(2034, 0, 1) / minuteMs;

// Half-hour shifts, quarter-hour offsets, shifts at midnight, two-hour shifts, Ramadan, no shifts, both hemispheres.
const zones = [
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Pacific/Chatham',
  'Antarctica/Troll',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'America/Nuuk',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'America/Asuncion',
  'America/Sao_Paulo',
  'America/Miquelon',
  'America/Scoresbysund',
  'Atlantic/Azores',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Berlin',
  'Europe/Chisinau',
  'Europe/Istanbul',
  'Europe/Moscow',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Jerusalem',
  'Asia/Tehran',
  'Asia/Kabul',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Australia/Adelaide',
  'Australia/Eucla',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Pacific/Marquesas',
  'Africa/El_Aaiun',
  'UTC',
];

const usual = { days: [], monthDay: 1, cron: '' };
const always = () => true;
const at = (time: string) => new Set([Number(time.slice(0, 2)) * 60 + Number(time.slice(3))]);

/** Daily at a time that falls into the gaps or repeated hours of the zone. */
const dailyTimes: Record<string, string> = {
  'Australia/Lord_Howe': '02:15',
  'Africa/Cairo': '00:30',
  'Pacific/Chatham': '02:50',
  'Antarctica/Troll': '01:30',
  'America/Nuuk': '23:59',
  'America/Havana': '00:00',
  'America/Santiago': '00:15',
  'America/Asuncion': '00:15',
  'Asia/Beirut': '00:00',
  'Asia/Gaza': '01:30',
  'Atlantic/Azores': '00:30',
  'America/Scoresbysund': '23:30',
};

type Kind = [string, Omit<Schedule, 'timeZone'>, Rule];

const daily = (time: string): Kind => [
  `daily at ${time}`,
  { ...usual, frequency: 'daily', time },
  { minutes: at(time), isDay: always },
];

const monthly = (monthDay: number): Kind => [
  `monthly on the ${monthDay}th at 01:30`,
  { ...usual, frequency: 'monthly', time: '01:30', monthDay },
  { minutes: at('01:30'), isDay: (day, daysOfMonth) => day === Math.min(monthDay, daysOfMonth) },
];

const others: Kind[] = [
  [
    'weekly on Fridays and Sundays at 02:30',
    { ...usual, frequency: 'weekly', time: '02:30', days: [0, 5] },
    { minutes: at('02:30'), isDay: (_day, _of, weekday) => weekday === 0 || weekday === 5 },
  ],
  [
    'custom 30 1,2,23 * * 0,5-6',
    { ...usual, frequency: 'custom', time: '09:00', cron: '30 1,2,23 * * 0,5-6' },
    { minutes: new Set([90, 150, 1410]), isDay: (_day, _of, weekday) => [0, 5, 6].includes(weekday) },
  ],
  [
    'custom */30 * * 3,4,9,10 SUN (real time)',
    { ...usual, frequency: 'custom', time: '09:00', cron: '*/30 * * 3,4,9,10 SUN' },
    {
      minutes: new Set(Array.from({ length: 48 }, (_half, index) => index * 30)),
      isDay: (_day, _of, weekday, month) => weekday === 0 && [3, 4, 9, 10].includes(month),
      isRealTime: true,
    },
  ],
];

const isFull = process.env['TEST_FULL'] === '1';
/** Another one draws other weeks. */
const seed = Number(process.env['TEST_SEED'] ?? 1);
const sample = isFull ? 'all ten years' : `a sample of ten years (TEST_SEED=${seed}; all of them with TEST_FULL=1)`;
const margin = 2 * 1440;
const decade: Window = { from, until };

/** What nextSlot gets wrong within a window, and how many slots were compared. */
function compare(stretches: readonly Stretch[], timeZone: string, [name, schedule, rule]: Kind, window: Window) {
  const near = clip(stretches, window.from - margin, window.until + margin);
  const isInside = (slot: number) => slot > window.from && slot < window.until;
  const expected = slotsByWalking(near, rule).filter(isInside);
  const differences: string[] = [];
  let after = new Date(window.from * minuteMs);
  for (const minute of [...expected, undefined]) {
    const slot = nextSlot({ ...schedule, timeZone }, after)!.getTime() / minuteMs;
    const isRight = minute === undefined ? slot >= window.until : slot === minute;
    if (!isRight) differences.push(`${timeZone} ${name}: ${show(minute)}, not ${show(slot)}`);
    if (minute !== undefined) after = new Date(minute * minuteMs);
  }
  return { differences, compared: expected.length };
}

const show = (minute: number | undefined) =>
  minute === undefined ? 'nothing more' : new Date(minute * minuteMs).toISOString();

/** Every change of the zone with one schedule of each frequency, in turn; every schedule in some weeks that are drawn. */
function sampleOf(kinds: readonly Kind[], changes: readonly number[], random: () => number): [Kind, Window][] {
  const frequencies = [...new Set(kinds.map(([, { frequency }]) => frequency))];
  const byFrequency = frequencies.map((wanted) => kinds.filter(([, { frequency }]) => frequency === wanted));
  const atChanges = changes.flatMap((change, turn) =>
    byFrequency.map((those): [Kind, Window] => {
      const kind = those[turn % those.length]!;
      return [kind, around(change, kind[2])];
    }),
  );
  const drawn = kinds.map((kind): [Kind, Window] => {
    const days = kind[1].frequency === 'monthly' ? 62 : 15;
    return [kind, drawWindow(random, decade, days)];
  });
  return [...atChanges, ...drawn];
}

describe('nextSlot agrees with a walk over every minute', () => {
  it(`of ${sample}, in ${zones.length} zones`, () => {
    expect(new Set(zones).size).toBe(40);
    const random = randomOf(seed);
    const differences: string[] = [];
    const compared = { slots: 0, changes: 0 };
    for (const timeZone of zones) {
      const stretches = stretchesOf(timeZone, from - margin, until + margin);
      const changes = changesOf(stretches, decade);
      compared.changes += changes.length;
      const kinds = [daily(dailyTimes[timeZone] ?? '02:30'), ...[28, 29, 30, 31].map(monthly), ...others];
      const whole = kinds.map((kind): [Kind, Window] => [kind, decade]);
      for (const [kind, window] of isFull ? whole : sampleOf(kinds, changes, random)) {
        const found = compare(stretches, timeZone, kind, window);
        differences.push(...found.differences);
        compared.slots += found.compared;
      }
    }
    expect({ sample, differences: differences.slice(0, 20) }).toEqual({ sample, differences: [] });
    expect(compared.changes).toBeGreaterThan(450);
    expect(compared.slots).toBeGreaterThan(isFull ? 400_000 : 5_000);
  });
});
