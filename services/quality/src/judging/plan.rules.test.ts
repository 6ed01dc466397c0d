import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isSampled, modeOf, planOf, previewOf } from './plan.rules.js';

fc.configureGlobal({ seed: 20250710 });

const service = (name: string, change = {}) => ({ name, isText: true, isDemo: true, model: `${name}-1`, ...change });
const reply = (aiService: string, change = {}) => ({
  aiService,
  messageId: `m-${aiService}`,
  conversationId: `c-${aiService}`,
  isCompleted: true,
  hasText: true,
  ...change,
});
const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const pairs = (plan: ReturnType<typeof planOf>) => plan.assessments.map(({ assessor, target }) => assessor + target);

describe('the plan of judges', () => {
  it('has every service judge every other one, and none itself', () => {
    const plan = planOf(
      'broadcast',
      names.map((name) => reply(name)),
      names.map((name) => service(name)),
      6,
    );
    expect(pairs(plan)).toHaveLength(30);
    expect(new Set(pairs(plan)).size).toBe(30);
    expect(pairs(plan).filter(([one, other]) => one === other)).toEqual([]);
    expect(plan.gaps).toEqual([]);
  });

  it('has an order of its own for each judge, the same each time', () => {
    const plan = (id: string) =>
      planOf(
        id,
        names.map((name) => reply(name)),
        names.map((name) => service(name)),
        6,
      );
    const order = (assessor: string) =>
      plan('broadcast').assessments.flatMap((each) => (each.assessor === assessor ? each.target : []));
    expect(new Set(names.map((name) => order(name).join(''))).size).toBeGreaterThan(3);
    expect(order('a').join('')).not.toBe('bcdef');
    expect(plan('broadcast')).toEqual(plan('broadcast'));
  });

  it('leaves out what cannot be judged and says why; pictures do not judge', () => {
    const replies = [reply('a'), reply('b', { isCompleted: false }), reply('c', { hasText: false }), reply('d')];
    const services = [service('a'), service('b'), service('c'), service('d', { isText: false })];
    const plan = planOf('broadcast', replies, services, 6);
    expect(pairs(plan)).toEqual(['ad']);
    expect(plan.gaps.map(({ aiService }) => aiService)).toEqual(['b', 'c']);
  });

  it('never takes more judges than allowed, nor one that has left the catalog', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...names)), fc.integer({ min: 1, max: 6 }), (gone, max) => {
        const services = names.filter((name) => !gone.includes(name)).map((name) => service(name));
        const judges = planOf(
          'x',
          names.map((name) => reply(name)),
          services,
          max,
        ).assessments;
        const distinct = new Set(judges.map(({ assessor }) => assessor));
        expect(distinct.size).toBe(Math.min(max, services.length));
        expect([...distinct].some((name) => gone.includes(name))).toBe(false);
      }),
    );
  });
});

describe('the cost guard', () => {
  it('is auto while every service is a demo, manual once one is paid, and what is configured before that', () => {
    expect(modeOf(undefined, [service('a')])).toBe('auto');
    expect(modeOf(undefined, [service('a'), service('b', { isDemo: false })])).toBe('manual');
    expect(modeOf('auto', [service('b', { isDemo: false })])).toBe('auto');
    expect(modeOf('off', [service('a')])).toBe('off');
  });

  it('samples about the configured share, always the same broadcasts', () => {
    const ids = Array.from({ length: 4_000 }, (_, at) => `broadcast ${at}`);
    const sampled = ids.filter((id) => isSampled(id, 0.25));
    expect(sampled.length).toBeGreaterThan(900);
    expect(sampled.length).toBeLessThan(1_100);
    expect(sampled.every((id) => isSampled(id, 0.5))).toBe(true);
    expect(ids.filter((id) => isSampled(id, 0))).toEqual([]);
    expect(ids.filter((id) => isSampled(id, 1))).toHaveLength(4_000);
  });
});

describe('who may judge a message', () => {
  const services = [...names.map((name) => service(name)), service('painter', { isText: false })];
  const preview = (...aiServices: string[]) => previewOf(aiServices, services, 3);

  it('is every text service it goes to, where there is another one to judge', () => {
    expect(preview('b', 'a')).toEqual({ judges: ['a', 'b'], judgeCount: 2 });
    expect(preview(...names)).toEqual({ judges: names, judgeCount: 3 });
    expect(preview('a')).toEqual({ judges: [], judgeCount: 0 });
    expect(preview('a', 'painter')).toEqual({ judges: [], judgeCount: 0 });
    expect(preview('a', 'nowhere')).toEqual({ judges: [], judgeCount: 0 });
    expect(preview()).toEqual({ judges: [], judgeCount: 0 });
  });

  it('is a service as it is, never a variant, and none for its own variants alone', () => {
    expect(preview('a', 'a..k3f9a2')).toEqual({ judges: [], judgeCount: 0 });
    expect(preview('a..k3f9a2', 'b')).toEqual({ judges: ['a', 'b'], judgeCount: 2 });
  });

  it('is who judges then', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...names)),
        fc.string(),
        fc.integer({ min: 1, max: 8 }),
        (to, id, max) => {
          const planned = planOf(
            id,
            to.map((name) => reply(name)),
            services,
            max,
          );
          const judges = new Set(planned.assessments.map(({ assessor }) => assessor));
          const { judges: may, judgeCount } = previewOf(to, services, max);
          expect(judges.size).toBe(judgeCount);
          expect([...judges].every((judge) => may.includes(judge))).toBe(true);
        },
      ),
    );
  });
});
