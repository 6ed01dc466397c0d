import { describe, expect, it } from '@jest/globals';
import { Category, ServiceStatus, type AiService } from '@polylogue/proto';
import { chooseSummarizer } from './summarizer.rules.js';

const service = (name: string, known: Partial<AiService> = {}) =>
  ({ name, category: Category.TEXT, status: ServiceStatus.CONNECTED, ...known }) as AiService;
const chosen = (services: AiService[], ...repliedBy: string[]) => chooseSummarizer(services, repliedBy)?.name;
const unknown = { status: ServiceStatus.UNKNOWN };

describe('the summarizer, when none is named,', () => {
  it('has not replied itself', () => {
    expect(chosen([service('gpt'), service('claude')], 'gpt')).toBe('claude');
  });

  it('has not replied as a variant', () => {
    expect(chosen([service('gpt'), service('claude')], 'gpt..k3f9a2')).toBe('claude');
  });

  it('is the first connected one when all have replied', () => {
    expect(chosen([service('gpt', unknown), service('claude'), service('grok')], 'gpt', 'claude', 'grok')).toBe(
      'claude',
    );
  });

  it('is rather connected than new to the replies', () => {
    expect(chosen([service('gpt', unknown), service('claude')], 'claude')).toBe('claude');
  });

  it('writes text and does not fail', () => {
    const painter = service('painter', { category: Category.IMAGE });
    const failing = service('gpt', { status: ServiceStatus.ERROR });
    expect(chosen([painter, failing, service('claude', unknown)])).toBe('claude');
    expect(chosen([painter, failing])).toBeUndefined();
  });
});
