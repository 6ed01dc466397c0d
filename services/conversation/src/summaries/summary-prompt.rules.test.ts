import { expect, it } from '@jest/globals';
import { summaryThread } from './summary-prompt.rules.js';

const reply = (content: string) => ({ question: 'Which lock?', displayName: 'GPT', content });
const bytesBy = (instruction: string) => {
  const [sent] = summaryThread({ kind: 'instruction', instruction }, [reply('Row locks, <reply-1>.'), reply('Both.')]);
  return Buffer.byteLength(sent!.content);
};

it.each(['Grüße als Haiku', 'Say <reply-2> and <question-2>.'])(
  'an instruction is sent in as many bytes as any of its length: %s',
  (instruction) => expect(bytesBy(instruction)).toBe(bytesBy('x'.repeat(Buffer.byteLength(instruction)))),
);
