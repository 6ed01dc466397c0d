import { describe, expect, it } from '@jest/globals';
import type { ExportedMessage } from '@polylogue/api-contract';
import type { RepliesPart } from './comparison-replies.js';
import { repliesCsvOf } from './reply-csv.writer.js';

const time = '2026-11-21T09:12:00.123Z';
const message: ExportedMessage = { id: 'm', role: 'assistant', content: '', timestamp: time, status: 'completed' };
const gpt = { name: 'gpt', displayName: 'GPT', color: '#10a37f' };
const part: RepliesPart = {
  id: 'one',
  aiService: gpt,
  title: 'Which lock?',
  messages: [],
  createdAt: time,
  updatedAt: time,
  isFirst: true,
  isLast: true,
  comparisonId: 'c',
  comparisonTitle: 'Locks',
  replies: [],
};

async function cellsOf(more: Partial<ExportedMessage>): Promise<Record<string, string | undefined>> {
  const replies = [{ round: 1, question: undefined, message: { ...message, ...more } }];
  const parts = async function* () {
    yield await Promise.resolve({ ...part, replies });
  };
  const lines: string[] = [];
  for await (const text of repliesCsvOf(parts(), new Date(), { scoresOf: 0, reason: '' })) lines.push(text);
  const [names, cells] = lines.map((line) => line.replace('\uFEFF', '').trim().split(','));
  return Object.fromEntries(names!.map((name, at) => [name, cells![at]]));
}

describe('the row of a reply', () => {
  it('names who replied as it was called then, and by an id that no name changes', async () => {
    expect(await cellsOf({})).toMatchObject({ 'AI Service': 'GPT', 'AI Service Id': 'gpt' });
    const author = { ...gpt, name: 'gpt..k3f9a2', displayName: 'GPT · terse' };
    expect(await cellsOf({ author })).toMatchObject({ 'AI Service': 'GPT · terse', 'AI Service Id': 'gpt..k3f9a2' });
  });

  it('leaves empty what is unknown, and has a zero where there is one', async () => {
    const unknown = { 'Input Tokens': '', 'Output Tokens': '', Cost: '', Currency: '', Temperature: '', Asked: '' };
    expect(await cellsOf({})).toMatchObject({ ...unknown, Model: 'not recorded' });
    const usage = { input: 0, output: null, total: null };
    const cost = { amount: 0, currency: 'USD', source: 'provider' as const };
    const generation = { service: gpt, model: 'gpt-5', settings: { temperature: 0 } };
    expect(await cellsOf({ usage, tokens: undefined, cost, generation })).toMatchObject({
      'Input Tokens': '0',
      'Output Tokens': '',
      Cost: '0',
      Temperature: '0',
    });
  });

  it('has the currency of an estimate where no cost is known, and says how many sources are left out', async () => {
    const generation = {
      service: gpt,
      model: 'gpt-5',
      settings: { answerSchema: true },
      sources: [{ title: 'A document' }],
      sourcesOmitted: 3,
      estimate: { low: 0.01, high: 0.02, currency: 'USD' },
    };
    const cells = await cellsOf({ generation, media: [{ id: 'p', type: 'image/png', url: '/p', name: 'lock.png' }] });
    expect(cells).toMatchObject({
      Cost: '',
      Currency: 'USD',
      'Estimated Cost From': '0.01',
      'Answer Schema': 'yes',
      Sources: '"A document\nand 3 more"',
      Files: 'lock.png',
    });
  });
});
