import { expect, test } from '@jest/globals';
import { failed, passed } from './outcome.js';
import { runSteps } from './run-steps.js';

/**
 * Runs steps and says which begin and end in which order.
 * @param {Partial<import('./steps.js').Step>[]} steps
 * @param {Record<string, import('./outcome.js').Outcome>} [outcomes] by step; others pass
 */
async function play(steps, outcomes = {}) {
  /** @type {string[]} */
  const log = [];
  const ended = await runSteps(
    steps.map((step) => ({ name: '', title: step.name ?? '', run: async () => passed(), ...step })),
    async ({ name }) => {
      await new Promise((resolve) => setImmediate(resolve));
      return outcomes[name] ?? passed();
    },
    { processors: 8, onStart: ({ name }) => log.push(`+${name}`), onEnd: ({ step }) => log.push(`-${step.name}`) },
  );
  return { log: log.join(' '), ended };
}

test('narrow steps run two at a time, a wide one alone', async () => {
  const { log } = await play([{ name: 'a' }, { name: 'b' }, { name: 'w', isWide: true }, { name: 'c' }]);
  expect(log).toBe('+a +b -a -b +w -w +c -c');
});

test('a step waits for what it needs, and others go before it', async () => {
  const { log } = await play([{ name: 'a', needs: ['b'] }, { name: 'b' }]);
  expect(log).toBe('+b -b +a -a');
});

test('a step whose need was not asked for runs', async () => {
  expect((await play([{ name: 'a', needs: ['build'] }])).log).toBe('+a -a');
});

test('what stands on a step that failed fails without running', async () => {
  const { ended } = await play([{ name: 'b' }, { name: 'a', needs: ['b'] }], { b: failed('why') });
  expect(ended[1]?.outcome).toMatchObject({ failed: 1, output: 'b failed, on which this stands.' });
});

test('a step that throws is a failure', async () => {
  const broken = async () => {
    throw new Error('out of room');
  };
  const [end] = await runSteps([{ name: 'a', title: 'a', run: broken }], broken);
  expect(end?.outcome).toMatchObject({ failed: 1, output: expect.stringContaining('out of room') });
});
