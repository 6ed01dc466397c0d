import { z } from 'zod';
import { backtest } from './backtests.js';
import { route } from './route.js';

/** What is said of two replies of which nobody knows who wrote them. */
export const pairChoice = z.enum(['first', 'second', 'tie', 'both_bad'], 'Say first, second, tie or both_bad.');
export type PairChoice = z.infer<typeof pairChoice>;

/** Two replies to compare: nothing in it says which of them is the candidate's. */
export const nextBacktestPair = z
  .object({
    pairs: z.number().int().meta({ description: 'That can be compared so far.' }),
    compared: z.number().int(),
    open: z.boolean().meta({ description: 'False once all are compared: names are shown from then on.' }),
    pair: z
      .object({
        number: z.number().int().meta({ description: 'Of the case.' }),
        question: z.string(),
        earlier: z
          .array(z.object({ fromUser: z.boolean(), text: z.string() }))
          .meta({ description: 'What stood in the thread before the question.' }),
        first: z.string(),
        second: z.string().meta({ description: 'The order is drawn for each pair.' }),
      })
      .nullable()
      .meta({ description: 'Null: none is left for now.' }),
  })
  .meta({ id: 'NextBacktestPair' });
export type NextBacktestPair = z.infer<typeof nextBacktestPair>;

export const getNextBacktestPair = route({
  method: 'GET',
  path: '/api/backtests/{id}/pair',
  summary: 'The next two replies of a backtest to compare without knowing who wrote them.',
  access: 'signed-in',
  answer: nextBacktestPair,
});

export const chooseInBacktestPair = route({
  method: 'PUT',
  path: '/api/backtests/{id}/pairs/{number}',
  summary: 'Says which of two replies is better, and answers the next pair. The last of them shows who wrote what.',
  access: 'approved',
  body: z.object({ choice: pairChoice }).meta({ id: 'ChooseInBacktestPair' }),
  answer: nextBacktestPair,
  serverOwned: ['userId', 'backtestId', 'number', 'timestamp'],
});

export const endBacktestPairs = route({
  method: 'POST',
  path: '/api/backtests/{id}/reveal',
  summary: 'Ends the comparison by people and shows who wrote what; nothing can be compared afterwards.',
  access: 'signed-in',
  answer: backtest,
});
