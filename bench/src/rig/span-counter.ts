import { createServer } from 'node:http';
import { listen } from '../processes/listen.js';

interface Traces {
  resourceSpans: { scopeSpans: { spans: unknown[] }[] }[];
}

/** A collector of traces (OTLP over HTTP, JSON) that only counts the spans it receives. */
export async function startSpanCounter() {
  let count = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text: string) => (body += text));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(body) as Traces;
      count += resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)).length;
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => count,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}
