import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { usageFailure } from '../failure.js';
import { askDetails, askOptions, askServices } from './ask-services.js';
import { onlyWord, type Command } from './command.js';

export const compare: Command = {
  usage: 'compare <file | -> [--to gpt,claude] [--merged] [--json]',
  summary: 'the same with the question from a file, or from the standard input',
  details: askDetails,
  options: askOptions,
  run: async (given) => {
    const file = onlyWord(given, 'Which file has the question? polylogue compare question.md');
    const question = await readQuestion(file);
    if (question.trim() === '') throw usageFailure(`There is no question in ${file}.`);
    return askServices(question, given);
  },
};

const readQuestion = (file: string): Promise<string> =>
  file === '-'
    ? text(process.stdin)
    : readFile(file, 'utf8').catch((fault: NodeJS.ErrnoException) => {
        throw usageFailure(`${file} cannot be read (${fault.code}).`);
      });
