import { describe, expect, it, jest } from '@jest/globals';
import { slotsByWalking, stretchesOf, type Rule } from './schedule-oracle.fixture.js';
import { nextSlot, type Schedule } from './schedule.rules.js';

jest.setTimeout(180_000);

const minuteMs = 60_000;
const from = Date.UTC(2024, 0, 1) / minuteMs;
const until = Date.UTC(2034, 0, 1) / minuteMs;

// Half-hour shifts, quarter-hour offsets, shifts at midnight, two-hour shifts, Ramadan, no shifts, both hemispheres.
const zones = [
  ...['Australia/Lord_Howe', 'Africa/Cairo', 'Pacific/Chatham', 'Antarctica/Troll', 'Pacific/Apia'],
  ...['Africa/Casablanca', 'Asia/Kathmandu', 'America/Nuuk', 'America/New_York', 'America/Los_Angeles'],
  ...['America/St_Johns', 'America/Havana', 'America/Santiago', 'America/Asuncion', 'America/Sao_Paulo'],
  ...['America/Miquelon', 'America/Scoresbysund', 'Atlantic/Azores', 'Europe/London', 'Europe/Dublin'],
  ...['Europe/Berlin', 'Europe/Chisinau', 'Europe/Istanbul', 'Europe/Moscow', 'Asia/Beirut'],
  ...['Asia/Gaza', 'Asia/Jerusalem', 'Asia/Tehran', 'Asia/Kabul', 'Asia/Kolkata'],
  ...['Asia/Yangon', 'Asia/Tokyo', 'Australia/Sydney', 'Australia/Adelaide', 'Australia/Eucla'],
  ...['Pacific/Auckland', 'Pacific/Kiritimati', 'Pacific/Marquesas', 'Africa/El_Aaiun', 'UTC'],
];

const usual = { days: [], monthDay: 1, cron: '' };
const always = () => true;
const at = (time: string) => new Set([Number(time.slice(0, 2)) * 60 + Number(time.slice(3))]);

/** Daily at a time that falls into the gaps or repeated hours of the zone. */
const dailyTimes: Record<string, string> = {
  ...{
    'Australia/Lord_Howe': '02:15',
    'Africa/Cairo': '00:30',
    'Pacific/Chatham': '02:50',
    'Antarctica/Troll': '01:30',
  },
  ...{ 'America/Nuuk': '23:59', 'America/Havana': '00:00', 'America/Santiago': '00:15', 'America/Asuncion': '00:15' },
  ...{ 'Asia/Beirut': '00:00', 'Asia/Gaza': '01:30', 'Atlantic/Azores': '00:30', 'America/Scoresbysund': '23:30' },
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

describe('nextSlot agrees with a walk over every minute of ten years', () => {
  it(`in ${zones.length} zones`, () => {
    expect(new Set(zones).size).toBe(40);
    const differences: string[] = [];
    let compared = 0;
    for (const timeZone of zones) {
      const stretches = stretchesOf(timeZone, from - 2 * 1440, until + 2 * 1440);
      const kinds = [daily(dailyTimes[timeZone] ?? '02:30'), ...[28, 29, 30, 31].map(monthly), ...others];
      for (const [name, schedule, rule] of kinds) {
        const expected = slotsByWalking(stretches, rule).filter((slot) => slot > from && slot < until);
        let slot: Date | undefined = new Date(from * minuteMs);
        for (const minute of expected) {
          slot = nextSlot({ ...schedule, timeZone }, slot);
          compared += 1;
          if (slot?.getTime() === minute * minuteMs) continue;
          const wanted = new Date(minute * minuteMs).toISOString();
          differences.push(`${timeZone} ${name}: ${wanted}, not ${slot?.toISOString()}`);
          slot = new Date(minute * minuteMs);
        }
      }
    }
    expect(differences.slice(0, 20)).toEqual([]);
    expect(compared).toBeGreaterThan(400_000);
  });
});
