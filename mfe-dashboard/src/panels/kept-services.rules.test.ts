import { expect, it } from '@jest/globals';
import type { AiService } from '@polylogue/api-contract';
import { pendingReply } from '../broadcasts/broadcast.state.js';
import { keptServices, missingNames } from './kept-services.rules.js';

const service = (name: string, displayName: string, known: Partial<AiService> = {}): AiService => ({
  id: name,
  name,
  displayName,
  color: '#0B6472',
  category: 'image',
  status: 'connected',
  demo: true,
  ...known,
});
const gpt = service('gpt', 'GPT');
const terse = service('gpt..k3f9a2', 'GPT · terse', { variantOf: 'gpt' });

it('finds what streams of a variant that went meanwhile, as it was called', () => {
  const live = [{ replies: ['gpt', terse.name, 'blind..a', 'elsewhere'].map((name) => pendingReply(name, 0)) }];
  const seen = new Map([gpt, terse, service('blind..a', 'Service A')].map((each) => [each.name, each]));
  const missing = missingNames({ conversations: undefined, live, offered: [gpt], seen });
  expect([...missing]).toEqual([[terse.name, 'GPT · terse']]);
});

it('shows a variant as its service is, under its own name', () => {
  const missing = new Map([
    [terse.name, 'GPT · terse'],
    ['unread', 'Unread'],
  ]);
  const kept = keptServices(missing, new Set([terse.name]), [gpt]);
  expect(kept).toMatchObject([{ ...terse, status: 'unknown', former: true }]);
});
