import { describe, expect, it } from '@jest/globals';
import { styleFor } from '../terminal/style.js';
import { aReply, done } from './reply.fixture.js';
import { TurnsView } from './turns-view.js';

function aView() {
  let written = '';
  const view = new TurnsView((text) => (written += text), styleFor(false));
  return { view, written: () => written };
}

describe('replies one after the other', () => {
  it('are written as early as each can be, and in the order asked', () => {
    const { view, written } = aView();
    view.update([aReply('a', 'Hel'), aReply('b', 'First to', {})]);
    expect(written()).toBe('## A\n\nHel');
    view.update([aReply('a', 'Hello'), aReply('b', 'First to end', { end: done })]);
    expect(written()).toBe('## A\n\nHello');
    view.update([aReply('a', 'Hello', { end: done }), aReply('b', 'First to end', { end: done })]);
    expect(written()).toBe('## A\n\nHello\n\n(1.2 s, 7 tokens)\n\n## B\n\nFirst to end\n\n(1.2 s, 7 tokens)\n\n');
  });

  it('are written once, however often they are shown', () => {
    const { view, written } = aView();
    const replies = [aReply('a', 'Once', { end: done })];
    view.update(replies);
    view.update(replies);
    view.finish(replies);
    expect(written().match(/Once/g)).toHaveLength(1);
  });

  it('say that a reply begins anew, and why one ended', () => {
    const { view, written } = aView();
    view.update([aReply('a', 'Half a tho')]);
    view.update([aReply('a', '')]);
    view.update([aReply('a', 'A whole one', { end: { ...done, error: 'This reply was stopped.' } })]);
    expect(written()).toBe(
      '## A\n\nHalf a tho\n\n(The reply begins anew.)\n\nA whole one\n\n(This reply was stopped.)\n\n',
    );
  });
});
