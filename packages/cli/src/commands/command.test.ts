import { describe, expect, it } from '@jest/globals';
import { exitCodes, type Failure } from '../failure.js';
import { onlyWord, readArguments } from './command.js';
import { askOptions } from './ask-services.js';

const read = (...words: string[]) => readArguments({ options: askOptions }, words);
const failureOf = (work: () => unknown) => {
  try {
    work();
  } catch (fault) {
    return fault as Failure;
  }
  throw new Error('It did not fail.');
};

describe('the words behind a command', () => {
  it('are options in any order and what stands between them', () => {
    const given = read('--merged', 'How are you?', '--to', 'gpt,claude');
    expect([given.words, given.flag('merged'), given.flag('json'), given.text('to')]).toEqual([
      ['How are you?'],
      true,
      false,
      'gpt,claude',
    ]);
  });

  it('may begin with a dash behind two of them', () => {
    expect(onlyWord(read('--', '--why?'), 'missing')).toBe('--why?');
  });

  it.each([
    ['an option that is not there', () => read('--model', 'x'), '--model'],
    ['an option without its value', () => read('q', '--to'), '--to'],
    ['no word', () => onlyWord(read(), 'What is the question?'), 'What is the question?'],
    ['an empty word', () => onlyWord(read(' '), 'What is the question?'), 'What is the question?'],
    ['words without quotes', () => onlyWord(read('How', 'are', 'you'), ''), '"are" is one word too many'],
  ])('are refused with a sentence: %s', (_, work, sentence) => {
    const { message, exitCode } = failureOf(work);
    expect(message).toContain(sentence);
    expect(exitCode).toBe(exitCodes.usage);
  });
});
