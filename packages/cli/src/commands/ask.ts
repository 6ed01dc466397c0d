import { askDetails, askOptions, askServices } from './ask-services.js';
import { onlyWord, type Command } from './command.js';

export const ask: Command = {
  usage: 'ask "<question>" [--to gpt,claude] [--merged] [--json]',
  summary: 'puts a question to several AI services and shows their replies as they come',
  details: askDetails,
  options: askOptions,
  run: (given) => askServices(onlyWord(given, 'What is the question? polylogue ask "…"'), given),
};
