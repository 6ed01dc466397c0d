import { describe, expect, it } from '@jest/globals';
import { pendingReply, newBroadcast, type Broadcast } from '../broadcasts/broadcast.state.js';
import type { Reply } from '../broadcasts/reply.rules.js';
import { announcementOf } from './announcements.rules.js';

const names: Record<string, string> = { gpt: 'ChatGPT', claude: 'Claude' };
const nameOf = (name: string) => names[name] ?? name;
const broadcast = (...states: Reply['status'][]): Broadcast =>
  newBroadcast({
    key: 'k',
    kind: 'send',
    message: 'm',
    replies: states.map((status, index) => ({ ...pendingReply(Object.keys(names)[index] ?? '', 0), status })),
  });

describe('what a screen reader announces', () => {
  it.each<[string, Broadcast, Broadcast, string]>([
    [
      'a reply that ended',
      broadcast('streaming', 'pending'),
      broadcast('completed', 'pending'),
      'ChatGPT has replied.',
    ],
    [
      'both at once',
      broadcast('streaming', 'pending'),
      broadcast('completed', 'failed'),
      'ChatGPT has replied. Claude could not reply.',
    ],
    ['text that arrives', broadcast('pending', 'pending'), broadcast('streaming', 'pending'), ''],
    ['nothing twice', broadcast('completed', 'pending'), broadcast('completed', 'pending'), ''],
    ['a stopped reply', broadcast('streaming'), broadcast('cancelled'), 'ChatGPT was stopped.'],
  ])('%s', (_name, before, now, sentence) => {
    expect(announcementOf([before], [now], nameOf)).toBe(sentence);
  });

  it('says nothing of what had ended before the page knew it', () => {
    expect(announcementOf([], [broadcast('completed')], nameOf)).toBe('');
  });
});
