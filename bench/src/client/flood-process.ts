import { Agent } from 'node:http';
import { answerParent } from '../processes/answer-parent.js';
import { askEach } from './completions.js';

export interface Flood {
  port: number;
  key: string;
  name: string;
  requests: number;
  services: readonly string[];
}

const agent = new Agent({ keepAlive: true });

/** Fires all requests at once, in a process of its own: whoever measures beside it does not wait for its client. */
async function fire({ port, key, name, requests, services }: Flood): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const endpoint = { port, headers, agent, modelOf: (service: string) => `polylogue/${service}` };
  const asking = Array.from({ length: requests }, (_, index) =>
    askEach(endpoint, `${name}-${index}`, [services[index % services.length]!]),
  );
  await Promise.all(asking);
}

answerParent({ fire });
