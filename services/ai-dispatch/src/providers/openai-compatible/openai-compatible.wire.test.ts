import { describe, expect, it } from '@jest/globals';
import type { ProviderError } from '../provider.errors.js';
import { ReplyReader } from './openai-compatible.wire.js';

const chunk = (choice: object, more: object = {}) => JSON.stringify({ choices: [{ index: 0, ...choice }], ...more });
const said = (content: unknown) => chunk({ delta: { content } });
const finished = (reason: string) => chunk({ delta: {}, finish_reason: reason });

function read(...payloads: string[]) {
  const reader = new ReplyReader();
  const parts = reader.read(payloads);
  reader.throwFault();
  return { parts, end: reader.end() };
}

const codeOf = (act: () => unknown) => {
  try {
    act();
  } catch (thrown) {
    return (thrown as ProviderError).failure.code;
  }
  return 'no failure';
};

describe('a reply of a compatible server', () => {
  it('joins the text of all events that came together', () => {
    expect(read(said('a'), said('b'), finished('stop'), '[DONE]').parts).toEqual([{ type: 'text', text: 'ab' }]);
  });

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['model_length', 'length'],
    ['content_filter', 'content_filter'],
    ['tool_calls', 'tool_calls'],
    ['something_new', 'other'],
  ])('normalises the finish reason %s to %s', (reason, stopReason) => {
    expect(read(finished(reason)).end.stopReason).toBe(stopReason);
  });

  it('keeps reasoning apart from the text', () => {
    expect(read(chunk({ delta: { reasoning_content: 'hm' } }), finished('stop')).parts).toEqual([
      { type: 'reasoning', text: 'hm' },
    ]);
    expect(read(chunk({ delta: { reasoning: 'hm', content: 'a' } }), finished('stop')).parts).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'a' },
    ]);
  });

  it('reads content that comes as a list of parts', () => {
    const parts = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
      { type: 'text', text: 'a' },
    ];
    expect(read(said(parts), finished('stop')).parts).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'a' },
    ]);
  });

  it('reads the model once', () => {
    const payloads = [chunk({ delta: {} }, { model: 'm-1' }), chunk({ delta: {} }, { model: 'm-1' }), finished('stop')];
    expect(read(...payloads).parts).toEqual([{ type: 'metadata', responseModel: 'm-1' }]);
  });

  it.each([
    [{ citations: ['https://a.example', 5, null] }, [{ url: 'https://a.example' }]],
    [{ citations: [{ url: 'https://a.example', title: 7 }] }, [{ url: 'https://a.example' }]],
    [{ citations: 'https://a.example' }, []],
    [{ search_results: [{ title: 'A' }, 'x', {}] }, [{ title: 'A' }, { url: 'x' }, {}]],
    [{ search_results: { 0: 'x' } }, []],
  ])('reads the sources of %j, and passes over what is malformed', (more, sources) => {
    const { parts } = read(chunk({ delta: { annotations: [{ type: 'file' }, null] } }, more), finished('stop'));
    expect(parts).toMatchObject(sources.map((each) => ({ type: 'source', ...each })));
    expect(parts).toHaveLength(sources.length);
  });

  it('reads sources that are repeated with every token once', () => {
    const event = (...citations: string[]) => chunk({ delta: {} }, { citations });
    const { parts } = read(event('a'), event('a', 'b'), event('a', 'b'), finished('stop'));
    expect(parts.map((part) => part.type === 'source' && part.url)).toEqual(['a', 'b']);
  });

  it.each([
    [
      { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
      { inputTokens: 3, outputTokens: 4, totalTokens: 7 },
      undefined,
    ],
    [{ prompt_tokens: 3, cost: 0.01 }, { inputTokens: 3 }, 0.01],
    [{ completion_tokens: 4, cost: { total_cost: 0.02 } }, { outputTokens: 4 }, 0.02],
    [{ prompt_tokens: 3, cost_in_usd_ticks: 37_756_000 }, { inputTokens: 3 }, 0.0037756],
    [{ prompt_tokens: 3, cost_in_usd_ticks: 'much' }, { inputTokens: 3 }, undefined],
    [{ prompt_tokens: 'many', completion_tokens: -1 }, undefined, undefined],
    [{}, undefined, undefined],
  ])('reads the usage %j; what is not said is unknown', (usage, counted, amount) => {
    const { end } = read(finished('stop'), JSON.stringify({ choices: [], usage }));
    expect(end.usage).toEqual(counted);
    expect(end.cost?.amount).toBe(amount);
  });

  it.each([
    ['{"error":"no memory left"}', 'provider_error'],
    ['{"error":{"message":"x","code":429}}', 'rate_limited'],
    ['{"object":"error","message":"x"}', 'broken_stream'],
    ['null', 'broken_stream'],
    ['[]', 'broken_stream'],
    ['{"choices":[{"delta":{"content":5}}]}', 'broken_stream'],
    ['<html>', 'broken_stream'],
    ['[DONE]', 'broken_stream'],
    [finished('error'), 'provider_error'],
  ])('takes %s for %s', (payload, code) => {
    expect(codeOf(() => read(payload))).toBe(code);
  });
});
