import { describe, expect, it } from '@jest/globals';
import { noteOf, notesBefore, type Asked } from './setting-notes.rules.js';

const asked = (displayName: string, more: Partial<Asked> = {}): Asked => ({ displayName, settings: {}, ...more });
const settings = { systemPrompt: 'Short.', temperature: 0.2, webSearch: true };

describe('before a message is sent', () => {
  it('nothing is said where every service takes everything, or it is not known', () => {
    const all = asked('GPT', { settings, supports: ['systemPrompt', 'temperature', 'webSearch'], sees: true });
    expect(notesBefore([all, asked('Claude', { settings })], true)).toBe('');
    expect(notesBefore([asked('Painter', { supports: [] })], false)).toBe('');
    expect(notesBefore([], true)).toBe('');
  });

  it('services that leave out the same are named together', () => {
    const supports = ['systemPrompt'] as const;
    const services = ['Grok', 'Llama'].map((name) => asked(name, { settings, supports: [...supports] }));
    const painter = asked('Painter', { settings, supports: [] });
    expect(notesBefore([...services, painter], false)).toBe(
      'Grok and Llama will be asked without a temperature and web search. ' +
        'Painter will be asked without instructions, a temperature and web search.',
    );
  });

  it('a web search that is off is no setting', () => {
    expect(notesBefore([asked('Grok', { settings: { webSearch: false }, supports: [] })], false)).toBe('');
  });

  it('who may answer no longer is named, but not who takes no length at all', () => {
    const wanted = { settings: { maxOutputTokens: 2_001 }, maxOutputTokens: 2_000 };
    expect(notesBefore([asked('GPT', wanted)], false)).toBe('GPT may use at most 2,000 tokens.');
    expect(notesBefore([asked('GPT', { ...wanted, settings: { maxOutputTokens: 2_000 } })], false)).toBe('');
    expect(notesBefore([asked('GPT', { ...wanted, supports: [] })], false)).toBe(
      'GPT will be asked without a longest answer.',
    );
  });

  it('who takes no such temperature is named, those with the same limit together', () => {
    const warm = { settings: { temperature: 1.5 }, maxTemperature: 1 };
    const services = [asked('Claude', warm), asked('GPT', { settings: { temperature: 1.5 } }), asked('Titan', warm)];
    expect(notesBefore(services, false)).toBe('Claude and Titan may use a temperature of at most 1.');
    expect(notesBefore([asked('Claude', { ...warm, settings: { temperature: 1 } })], false)).toBe('');
    expect(notesBefore([asked('Claude', { ...warm, supports: [] })], false)).toBe(
      'Claude will be asked without a temperature.',
    );
  });

  it('who takes a temperature or an effort does without the temperature where both are wanted', () => {
    const either = { temperatureOrEffort: true, maxTemperature: 1 };
    const both = { temperature: 1.5, reasoningEffort: 'low' as const };
    expect(notesBefore([asked('Claude', { ...either, settings: both })], false)).toBe(
      'Claude will be asked without a temperature.',
    );
    expect(
      notesBefore(
        [
          asked('Claude', {
            ...either,
            settings: { ...both, webSearch: true },
            supports: ['temperature', 'reasoningEffort'],
          }),
        ],
        false,
      ),
    ).toBe('Claude will be asked without a temperature and web search.');
    for (const settings of [{ temperature: 0.5 }, { reasoningEffort: 'low' as const }]) {
      expect(notesBefore([asked('Claude', { ...either, settings })], false)).toBe('');
    }
    // Without an effort that it would take there is nothing to choose between.
    const supports = ['temperature' as const];
    expect(notesBefore([asked('Claude', { ...either, settings: { ...both, temperature: 1 }, supports })], false)).toBe(
      'Claude will be asked without a reasoning effort.',
    );
  });

  it('who cannot see is named where there are pictures', () => {
    const services = [asked('GPT', { sees: true }), asked('Grok', { sees: false }), asked('Llama')];
    expect(notesBefore(services, true)).toBe('Grok cannot see pictures and will be asked without them.');
    expect(notesBefore(services, false)).toBe('');
  });
});

describe('beside a field', () => {
  const claude = asked('Claude', { maxTemperature: 1, temperatureOrEffort: true });
  const services = [claude, asked('GPT', { supports: ['temperature'] }), asked('Grok', { supports: [] })];

  it('it is said who leaves the setting out, and who takes less of it', () => {
    const of = (temperature: number) => noteOf('temperature', { temperature }, services);
    expect(of(1)).toBe('Grok will be asked without it.');
    expect(of(1.2)).toBe('Grok will be asked without it. Claude may use at most 1.');
    expect(of(NaN)).toBe('Grok will be asked without it.');
    expect(noteOf('webSearch', { webSearch: true }, services)).toBe('GPT and Grok will be asked without it.');
    expect(noteOf('webSearch', { webSearch: true }, [claude])).toBeUndefined();
  });

  it('an effort that is wanted too takes the place of a temperature', () => {
    const both = { temperature: 1.2, reasoningEffort: 'high' as const };
    expect(noteOf('temperature', both, [claude])).toBe('Claude will be asked without it.');
    expect(noteOf('reasoningEffort', both, [claude])).toBeUndefined();
  });
});
