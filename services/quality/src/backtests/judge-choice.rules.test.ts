import { expect, it } from '@jest/globals';
import { AiService, Category, ServiceStatus } from '@polylogue/proto';
import { chooseJudge } from './judge-choice.rules.js';

const service = (name: string, more: Partial<AiService> = {}) =>
  AiService.fromPartial({ name, category: Category.TEXT, status: ServiceStatus.CONNECTED, ...more });
const both = { candidate: 'a', baseline: 'b..k3f9a2' };

it('compares what others wrote, the chosen one rather, and its own only where there is no other', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => service(name)) as [
    AiService,
    AiService,
    AiService,
    AiService,
  ];
  expect(chooseJudge([a, b, c, d], both)).toBe('c');
  expect(chooseJudge([a, b, c, d], { ...both, chosen: 'd' })).toBe('d');
  expect(chooseJudge([a, b, c, d], { ...both, chosen: 'b' })).toBe('c');
  expect(chooseJudge([a, b], { ...both, chosen: 'b' })).toBe('b');
});

it('is a text service, one that is connected rather, and never one that was seen failing', () => {
  const unknown = service('u', { status: ServiceStatus.UNKNOWN });
  const failing = service('f', { status: ServiceStatus.ERROR });
  const painter = service('p', { category: Category.IMAGE });
  expect(chooseJudge([painter, failing, unknown, service('c')], both)).toBe('c');
  expect(chooseJudge([painter, failing, unknown], both)).toBe('u');
  expect(chooseJudge([painter, failing], both)).toBeUndefined();
});
