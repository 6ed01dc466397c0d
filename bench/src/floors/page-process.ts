import { createServer } from 'node:http';
import { answerParent } from '../processes/answer-parent.js';
import { listen } from '../processes/listen.js';

let page = '';
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(page);
});

answerParent({ listen: () => listen(server), answer: (body: string) => void (page = body) });
