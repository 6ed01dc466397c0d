import { Agent, createServer, request, type ServerResponse } from 'node:http';

export interface FanOutOrder {
  upstreamPort: number;
  services: string[];
  prompt: string;
}

/** The least a fan-out can be: no framework, nothing stored, upstream's frames passed on unread. */
export function createFanOut() {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  return createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => {
    let body = '';
    incoming.setEncoding('utf8');
    incoming.on('data', (part: string) => (body += part));
    incoming.once('end', () => fanOut(JSON.parse(body) as FanOutOrder, response, agent));
  });
}

function fanOut({ upstreamPort, services, prompt }: FanOutOrder, response: ServerResponse, agent: Agent) {
  let left = services.length;
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  const finished = () => {
    left -= 1;
    if (left === 0) response.end('event: done\ndata: {}\n\n');
  };
  for (const service of services) {
    const fail = (error: Error) => {
      response.write(`event: fault\ndata: ${JSON.stringify(`${service}: ${error.message}`)}\n\n`);
      finished();
    };
    call(service).once('error', fail);
  }

  function call(service: string) {
    const body = JSON.stringify({ model: service, stream: true, messages: [{ role: 'user', content: prompt }] });
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const options = { host: '127.0.0.1', port: upstreamPort, path: '/v1/chat/completions', method: 'POST' };
    const sent = request({ ...options, agent, headers }, (answer) => {
      let rest = '';
      answer.setEncoding('latin1');
      answer.on('data', (part: string) => {
        const text = rest + part;
        const end = text.lastIndexOf('\n\n') + 2;
        rest = text.slice(end);
        if (end > 1) response.write(text.slice(0, end).replaceAll('data: ', `event: ${service}\ndata: `), 'latin1');
      });
      answer.once('end', finished);
    });
    return sent.end(body);
  }
}
