import { describe, expect, it } from '@jest/globals';
import type { ListedService } from '../catalog/ai-service.entity.js';
import { chooseSummarizer } from './summarizer.rules.js';

const service = (name: string, props: { status?: ListedService['status']; category?: string } = {}) =>
  ({
    entry: { name, displayName: name.toUpperCase(), category: props.category ?? 'text' },
    status: props.status ?? 'connected',
  }) as ListedService;
const chosen = (services: ListedService[], ...repliedBy: string[]) => chooseSummarizer(services, repliedBy)?.name;

describe('the summarizer, when none is named,', () => {
  it('has not replied itself, by either of its names', () => {
    expect(chosen([service('a'), service('b'), service('c')], 'a', 'B')).toBe('c');
  });

  it('has not replied as a variant', () => {
    expect(chosen([service('a'), service('b')], 'a..k3f9a2')).toBe('b');
  });

  it('is the first connected one when all have replied', () => {
    expect(chosen([service('a', { status: 'unknown' }), service('b'), service('c')], 'a', 'b', 'c')).toBe('b');
  });

  it('is rather connected than new to the replies', () => {
    expect(chosen([service('a', { status: 'unknown' }), service('b')], 'b')).toBe('b');
  });

  it('writes text and does not fail', () => {
    const picture = service('a', { category: 'image' });
    expect(chosen([picture, service('b', { status: 'error' }), service('c', { status: 'unknown' })])).toBe('c');
    expect(chosen([picture, service('b', { status: 'error' })])).toBeUndefined();
  });
});
