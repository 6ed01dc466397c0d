import { describe, expect, it } from '@jest/globals';
import type { AiService } from '@polylogue/api-contract';
import { setupOf } from '../conversation/talk.rules.js';
import { afterSetup, emptySetup, talkOfForm, type SetupForm } from './setup.state.js';
import { faultOfStart } from './start.rules.js';

const services = ['gpt', 'claude'].map((name) => ({
  name,
  displayName: name.toUpperCase(),
  color: '#097C56',
})) as AiService[];
const filled: SetupForm = [
  { do: 'side', side: 0, change: { aiService: 'gpt', name: ' Pro ', role: 'defends' } } as const,
  { do: 'side', side: 1, change: { aiService: 'claude', color: '#AC430E' } } as const,
  { do: 'set', change: { message: 'Argue.', costLimit: '0.5', moderator: 'gpt' } } as const,
].reduce(afterSetup, emptySetup);

describe('starting', () => {
  it.each([
    ['no services', emptySetup],
    ['one service', afterSetup(filled, { do: 'side', side: 1, change: { aiService: '' } })],
    ['a blank message', afterSetup(filled, { do: 'set', change: { message: ' \n' } })],
  ])('with %s is missing information', (_what, form) => {
    expect(faultOfStart(form)).toMatchObject({
      title: 'Missing information',
      description: 'Please select two AI services and enter an initial message.',
    });
  });

  it('with the same service twice is an invalid selection', () => {
    const same = afterSetup(filled, { do: 'side', side: 1, change: { aiService: 'gpt' } });
    expect(faultOfStart(same)).toMatchObject({
      title: 'Invalid selection',
      description: 'Please select two different AI services.',
    });
  });

  it.each(['', '0', '201', '2.5', 'x'])('with a turn limit of "%s" says what may stand there', (turnLimit) => {
    expect(faultOfStart({ ...filled, turnLimit })?.title).toBe('Invalid turn limit');
  });

  it.each(['0', '-1', 'x'])('with a cost limit of %s says what may stand there', (costLimit) => {
    expect(faultOfStart({ ...filled, costLimit })?.title).toBe('Invalid cost limit');
  });

  it('with everything in place is a conversation, and what is kept of it is only what was chosen', () => {
    expect(faultOfStart(filled)).toBeUndefined();
    const talk = talkOfForm(filled, services);
    expect(talk).toMatchObject({
      sides: [
        { aiService: 'gpt', name: 'Pro', role: 'defends', color: '#097C56' },
        { aiService: 'claude', name: 'CLAUDE', color: '#AC430E' },
      ],
      turnLimit: 20,
      costLimit: 0.5,
      moderator: { name: 'GPT' },
    });
    expect(JSON.parse(JSON.stringify(setupOf(talk)))).toEqual({
      sides: [
        { aiService: 'gpt', name: 'Pro', role: 'defends' },
        { aiService: 'claude', color: '#AC430E' },
      ],
      turnLimit: 20,
      costLimit: 0.5,
      moderator: 'gpt',
    });
    expect(afterSetup(emptySetup, { do: 'show', talk, message: 'Argue.' })).toEqual({
      ...filled,
      sides: [{ ...filled.sides[0], name: 'Pro' }, filled.sides[1]],
    });
  });
});
