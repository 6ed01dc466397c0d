import { expect, it } from '@jest/globals';
import type { AiService } from '@polylogue/api-contract';
import { serviceChoices } from './service-choices.rules.js';

const label = (name: string) => ({ name, displayName: name.toUpperCase(), color: '#10a37f' });
const service = (name: string, more: Partial<AiService> = {}): AiService => ({
  ...label(name),
  id: name,
  category: 'text',
  status: 'connected',
  demo: false,
  ...more,
});
const names = (choices: readonly { name: string }[]) => choices.map(({ name }) => name);

it('keeps who is no longer offered apart at the end, with whose threads are listed and who is gone', () => {
  const services = [service('gpt'), service('gpt..aaaaaa'), service('llama', { former: true })];
  const listed = ['llama..bbbbbb', 'gpt..cccccc', 'gpt', 'llama', 'gpt..dddddd'].map(label);
  const { offered, former } = serviceChoices(services, listed, new Set(['llama', 'llama..bbbbbb', 'gpt..cccccc']));
  expect(names(offered)).toEqual(['gpt', 'gpt..aaaaaa', 'gpt..dddddd']);
  expect(names(former)).toEqual(['llama', 'gpt..cccccc', 'llama..bbbbbb']);
});

it('does not offer the aliases of a blind round', () => {
  const { offered, former } = serviceChoices([service('gpt')], [label('blind..a')], new Set());
  expect([...names(offered), ...names(former)]).toEqual(['gpt']);
});
