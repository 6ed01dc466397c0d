import { describe, expect, it } from '@jest/globals';
import { notesBefore, type Asked } from './setting-notes.rules.js';

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

  it('who cannot see is named where there are pictures', () => {
    const services = [asked('GPT', { sees: true }), asked('Grok', { sees: false }), asked('Llama')];
    expect(notesBefore(services, true)).toBe('Grok cannot see pictures and will be asked without them.');
    expect(notesBefore(services, false)).toBe('');
  });
});
