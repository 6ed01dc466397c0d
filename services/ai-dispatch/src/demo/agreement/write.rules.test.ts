import { describe, expect, it } from '@jest/globals';
import { answerFromClaims } from './write.rules.js';

const mark = 'a'.repeat(32);
const claims = [
  { claim: 'c1', text: 'Locks are cheap.', standing: 'disputed', says: ['cheap.'], against: ['They are dear.'] },
  { claim: 'c2', text: 'Locks wait', standing: 'agreed', says: ['wait'], against: [] },
  { claim: 'c3', text: 'Locks sing', standing: 'contradicted', says: [], against: ['No lock sings.'] },
  { claim: 'c4', text: 'Locks rust.', standing: 'said once', says: ['rust'], against: [] },
];
const thread = (behind = '') => [
  { role: 'system' as const, content: 'You write one answer.' },
  {
    role: 'user' as const,
    content: `<claims-${mark}>\n${JSON.stringify({ question: '?', claims })}\n</claims-${mark}>${behind}`,
  },
];

describe('what a demo service writes from claims', () => {
  it('names a claim in each line, the agreed first and both sides of the disputed', () => {
    expect(answerFromClaims(thread())?.split('\n')).toEqual([
      'Locks wait. [c2]',
      'No lock sings. [c3]',
      '',
      'Locks are cheap – some say so (“cheap”), others contradict it (“They are dear”). [c1]',
      '',
      'Locks rust. [c4]',
    ]);
  });

  it('is shorter on request, and loses no dispute', () => {
    const lines = answerFromClaims(thread('\n\nWhat the reader wishes for: Shorter'));
    expect(lines).toBe(
      'Locks wait. [c2]\nNo lock sings. [c3]\n\nLocks are cheap – some say so, others contradict it. [c1]',
    );
  });

  it('is no matter of a thread that asks for something else', () => {
    expect(answerFromClaims([{ role: 'user', content: 'Why?' }])).toBeUndefined();
    expect(answerFromClaims([{ role: 'user', content: `<claims-${mark}>\nno\n</claims-${mark}>` }])).toBeUndefined();
  });
});
