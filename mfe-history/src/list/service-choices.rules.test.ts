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

it('keeps who is no longer offered apart at the end, with whose threads are listed and no catalog has, each once', () => {
  const services = [service('gpt'), service('gpt..aaaaaa'), service('llama', { former: true })];
  const listed = ['llama..bbbbbb', 'gpt..cccccc', 'gpt', 'llama', 'gpt..cccccc'].map(label);
  const { offered, former } = serviceChoices(services, listed);
  expect(names(offered)).toEqual(['gpt', 'gpt..aaaaaa']);
  expect(names(former)).toEqual(['llama', 'gpt..cccccc', 'llama..bbbbbb']);
});

it('does not offer the aliases of a blind round', () => {
  expect(serviceChoices([service('gpt')], [label('blind..a')]).former).toEqual([]);
});
