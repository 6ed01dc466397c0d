import pg from 'pg';
import { collectAndCount } from '../processes/collect-and-count.js';
import { answerParent } from '../processes/answer-parent.js';
import { listen } from '../processes/listen.js';
import { createStoredFanOut } from './stored-fan-out-server.js';

/**
 * The floor's prepared statements keep the plans of their first runs, when its tables were empty: without this each broadcast
 * would read all replies that were stored before it, and the floor would be the slower the longer it runs.
 */
const byIndex = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'].map((plan) => `-c ${plan}=off`).join(' ');

answerParent({
  listen: async (databaseUrl: string) => {
    const options = `-c search_path=conversation ${byIndex}`;
    return listen(createStoredFanOut(new pg.Pool({ connectionString: databaseUrl, options, max: 10 })));
  },
  held: collectAndCount,
});
