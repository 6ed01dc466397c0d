import { createServer } from 'node:http';
import { answerParent } from '../processes/answer-parent.js';
import { listen } from '../processes/listen.js';

/** Refuses every request, and does nothing else: what a flood costs the machine whoever refuses it. */
const refusing = createServer((request, response) => {
  request.resume();
  response.writeHead(429, { 'content-type': 'application/json' }).end('{"error":"Too many."}');
});

answerParent({ listen: () => listen(refusing) });
