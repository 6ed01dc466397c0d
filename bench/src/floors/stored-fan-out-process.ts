import pg from 'pg';
import { collectAndCount } from '../processes/collect-and-count.js';
import { answerParent } from '../processes/answer-parent.js';
import { listen } from '../processes/listen.js';
import { createStoredFanOut } from './stored-fan-out-server.js';

answerParent({
  listen: async (databaseUrl: string) => {
    const options = '-c search_path=conversation';
    return listen(createStoredFanOut(new pg.Pool({ connectionString: databaseUrl, options, max: 10 })));
  },
  held: collectAndCount,
});
