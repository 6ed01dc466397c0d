import { describe, expect, it } from '@jest/globals';
import { GenerationRecord } from './generation-record.js';

const service = { displayName: 'GPT', color: '#10a37f', model: 'gpt-5.2' };
const sent = { temperature: 0.2, answerSchema: false };
const recorded = (fill: (record: GenerationRecord) => void) => {
  const record = new GenerationRecord();
  fill(record);
  return record.of(service, sent);
};

describe('the record of a generation', () => {
  it('has the service, the model and the settings as they were', () => {
    expect(recorded((record) => record.noteMetadata({ responseModel: 'gpt-5.2-2026-03' }))).toEqual({
      ...service,
      responseModel: 'gpt-5.2-2026-03',
      settings: sent,
      warnings: [],
      sources: [],
      sourcesOmitted: 0,
      reasoning: undefined,
    });
  });

  it('keeps the first 64 sources, each address once, and counts the rest', () => {
    const { sources, sourcesOmitted } = recorded((record) => {
      for (let page = 0; page < 5_000; page += 1) record.noteSource({ url: `https://example.org/${page % 100}` });
    });
    expect(sources).toHaveLength(64);
    expect(sources[63]).toEqual({ url: 'https://example.org/63', title: undefined });
    expect(sourcesOmitted).toBe(36);
  });

  it('adds a title that comes after its address', () => {
    const { sources } = recorded((record) => {
      record.noteSource({ url: 'https://example.org' });
      record.noteSource({ url: 'https://example.org', title: 'Locks' });
    });
    expect(sources).toEqual([{ url: 'https://example.org', title: 'Locks' }]);
  });

  it('takes an address that is none, and one too long, for text at most', () => {
    const { sources } = recorded((record) => {
      record.noteSource({ url: 'javascript:alert(1)', title: 'Locks' });
      record.noteSource({ url: `https://example.org/${'x'.repeat(3_000)}`, title: 'Long' });
      record.noteSource({ url: `https://example.org/${'x'.repeat(3_000)}` });
      record.noteSource({});
      record.noteSource({ url: '', title: '' });
    });
    expect(sources).toEqual([
      { url: 'javascript:alert(1)', title: 'Locks' },
      { url: undefined, title: 'Long' },
    ]);
  });

  it('holds nothing that Postgres cannot store, and nothing endless', () => {
    const generation = recorded((record) => {
      record.noteReasoning('\ud83d');
      record.noteReasoning('\ude00 a\0b\ud83d');
      record.noteMetadata({ responseModel: 'x'.repeat(500), warnings: Array(100).fill('w'.repeat(500)) });
      record.noteMetadata({ warnings: Array.from({ length: 100 }, (_none, index) => `warning ${index}`) });
    });
    expect(generation.reasoning).toBe('😀 a\uFFFDb\uFFFD');
    expect(generation.responseModel).toHaveLength(200);
    expect(generation.warnings).toHaveLength(16);
    expect(generation.warnings[0]).toHaveLength(300);
  });
});
