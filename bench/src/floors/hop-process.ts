import { findFreePort } from '@polylogue/build-kit/backing';
import { answerParent } from '../processes/answer-parent.js';
import { echoClient, serveEcho } from './echo-service.js';

answerParent({
  /** Echoes by itself, or calls the next hop. */
  async serve(next: number | undefined) {
    const port = await findFreePort();
    await serveEcho(port, next === undefined ? (bytes) => Promise.resolve(bytes) : echoClient(next));
    return port;
  },
});
