import { pointNames, type ArmedPoint, type PointName } from './points.rules.js';
import { Random } from './random.rules.js';

/** What is done and what goes wrong in the time of one seed; milliseconds from its beginning. */
export interface Plan {
  seed: number;
  actions: Action[];
  faults: Fault[];
}

/** How long users are at work for each seed. The next one begins at once: what is under way goes on. */
export const seedMs = 10_000;
export const usersCount = 20;
export const aiServices = ['alpha', 'beta', 'gamma', 'delta'] as const;
export type AiServiceName = (typeof aiServices)[number];

export const slices = ['gateway', 'conversation', 'ai-dispatch', 'quality', 'scheduler', 'admin'] as const;
export type SliceName = (typeof slices)[number];

/** One thing that a user does; its marker is unique over all seeds and stands in what is sent. */
export type Action = { at: number; user: number; marker: string } & Deed;

export type Deed =
  | { kind: 'message'; aiServices: AiServiceName[]; isStreamed: boolean; then: AfterMessage }
  | { kind: 'chat'; aiService: AiServiceName }
  | { kind: 'run'; aiServices: AiServiceName[] }
  | { kind: 'schedule'; aiServices: AiServiceName[] }
  | { kind: 'webhook'; aiServices: AiServiceName[] }
  | { kind: 'import'; rounds: number }
  | { kind: 'export' }
  | { kind: 'leave'; aiServices: AiServiceName[] };

/** What its user does next: once all replies are there, but for `delete early`, as soon as the message is accepted. */
export type AfterMessage = (typeof afterMessage)[number];

const afterMessage = ['nothing', 'judge', 'judge', 'continue', 'delete', 'delete early', 'summarize', 'map'] as const;
/** What can be done with several replies only. */
const ofSeveral: ReadonlySet<AfterMessage> = new Set(['judge', 'summarize', 'map']);
const messages = Array<'message'>(7).fill('message');
const deeds = [...messages, 'chat', 'run', 'schedule', 'webhook', 'import', 'export', 'leave'] as const;

/** One process of a slice. */
export interface Target {
  slice: SliceName;
  replica: number;
}

export type Backing = 'postgres' | 'nats' | 'redis';

export type Fault = { at: number } & Harm;

export type Harm =
  | ({ kind: 'kill'; point: ArmedPoint } & Target)
  | ({ kind: 'freeze'; ms: number } & Target)
  | { kind: 'freeze backing'; backing: Backing; ms: number }
  | { kind: 'restart backing'; backing: Backing }
  | { kind: 'empty'; backing: 'redis' | 'nats' }
  | { kind: 'fail over' }
  | { kind: 'fill disk'; ms: number }
  | ({ kind: 'clock'; byMs: number; ms: number } & Target);

/** Who comes to a point at all under this load; AI services and sessions are seldom changed, so ai-dispatch publishes next to nothing. */
const publishers = ['conversation', 'conversation', 'scheduler', 'quality', 'admin', 'gateway'] as const;
const consumers = ['admin', 'admin', 'quality', 'ai-dispatch', 'conversation', 'scheduler'] as const;
const runners = ['conversation', 'conversation', 'quality', 'scheduler'] as const;

const whoReaches: Record<PointName, readonly SliceName[]> = {
  commit: slices,
  outbox: publishers,
  sent: publishers,
  publish: publishers,
  inbox: consumers,
  ack: consumers,
  claim: runners,
  extend: runners,
  release: runners,
};

/** Which services come to their points many times in a seed. */
const busy: ReadonlySet<SliceName> = new Set(['conversation', 'admin']);
const rare: ReadonlySet<PointName> = new Set(['extend', 'release']);

/** Every side of every point, in turn: nine seeds kill at all of them. */
const sides = (Object.keys(pointNames) as PointName[]).flatMap((name) =>
  (['before', 'after'] as const).map((side) => ({ name, side })),
);
const killsOfEach = 2;

const backings = ['postgres', 'nats', 'redis'] as const;
const maxFreezeMs = 40_000;

type Other = (random: Random, target: Target) => Harm;
const freezing = (random: Random) => Math.round(1_000 * (maxFreezeMs / 1_000) ** random.next());

/** Each seed has the next of these, and some have one more: ten seeds have all. */
const others: readonly Other[] = [
  (random, target) => ({ kind: 'freeze', ...target, ms: freezing(random) }),
  (random) => ({ kind: 'freeze backing', backing: 'postgres', ms: freezing(random) }),
  () => ({ kind: 'empty', backing: 'nats' }),
  () => ({ kind: 'fail over' }),
  (random, target) => ({
    kind: 'clock',
    ...target,
    byMs: random.oneOf([-300_000, 300_000]),
    ms: random.between(3_000, 10_000),
  }),
  (random) => ({ kind: 'freeze backing', backing: 'nats', ms: freezing(random) }),
  () => ({ kind: 'empty', backing: 'redis' }),
  (random) => ({ kind: 'fill disk', ms: random.between(1_000, 5_000) }),
  (random) => ({ kind: 'restart backing', backing: random.oneOf(backings) }),
  (random) => ({ kind: 'freeze backing', backing: 'redis', ms: freezing(random) }),
];

/** What happens under a seed: the same seed, the same plan. */
export function planOf(seed: number): Plan {
  const random = new Random(seed);
  const actions = actionsOf(seed, random);
  const faults = faultsOf(seed, random);
  return { seed, actions: byTime(actions), faults: byTime(faults) };
}

const byTime = <T extends { at: number }>(all: T[]) => all.sort((one, other) => one.at - other.at);

function actionsOf(seed: number, random: Random): Action[] {
  const users = random.someOf(
    Array.from({ length: usersCount }, (_, index) => index),
    random.between(10, 14),
  );
  return users.map((user, index) => {
    const at = random.between(0, seedMs - 1_000);
    return { at, user, marker: `m-${seed}-${index}`, ...deedOf(random) };
  });
}

function deedOf(random: Random): Deed {
  const kind: Deed['kind'] = random.oneOf(deeds);
  const some = random.someOf(aiServices, random.between(1, 3));
  switch (kind) {
    case 'message': {
      const then = random.oneOf(afterMessage);
      const all = ofSeveral.has(then) ? random.someOf(aiServices, random.between(2, 3)) : some;
      return { kind, aiServices: all, isStreamed: random.isOneIn(2), then };
    }
    case 'export':
      return { kind };
    case 'chat':
      return { kind, aiService: some[0]! };
    case 'import':
      return { kind, rounds: random.between(1, 5) };
    default:
      return { kind, aiServices: some };
  }
}

function faultsOf(seed: number, random: Random): Fault[] {
  const at = () => random.between(500, seedMs - 1_000);
  const kills = Array.from({ length: killsOfEach }, (_, index): Fault => {
    const { name, side } = sides[(seed * killsOfEach + index) % sides.length]!;
    const target = { slice: random.oneOf(whoReaches[name]), replica: random.between(0, 1) };
    const nth = random.between(1, busy.has(target.slice) && !rare.has(name) ? 4 : 1);
    return { at: at(), kind: 'kill', point: { name, side, nth }, ...target };
  });
  const next = [others[seed % others.length]!, ...(random.isOneIn(3) ? [random.oneOf(others)] : [])];
  const more = next.map((make): Fault => {
    const target = { slice: random.oneOf(slices), replica: random.between(0, 1) };
    return { at: at(), ...make(random, target) };
  });
  return [...kills, ...more];
}

/** A fault in a line, as reports name it. */
export function lineOf(fault: Fault): string {
  const at = `${(fault.at / 1000).toFixed(1)} s`;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  switch (fault.kind) {
    case 'kill':
      return `${at} kill -9 ${fault.slice} ${fault.point.side} ${fault.point.name} ${fault.point.nth}`;
    case 'freeze':
      return `${at} freeze ${fault.slice}/${fault.replica} for ${seconds(fault.ms)}`;
    case 'freeze backing':
      return `${at} freeze ${fault.backing} for ${seconds(fault.ms)}`;
    case 'restart backing':
      return `${at} restart ${fault.backing}`;
    case 'empty':
      return `${at} empty ${fault.backing === 'nats' ? 'JetStream' : 'Redis'}`;
    case 'fail over':
      return `${at} lose the primary of PostgreSQL and promote its standby`;
    case 'fill disk':
      return `${at} fill the disk of PostgreSQL for ${seconds(fault.ms)}`;
    case 'clock':
      return `${at} clock of ${fault.slice}/${fault.replica} by ${fault.byMs / 1000} s for ${seconds(fault.ms)}`;
  }
}
