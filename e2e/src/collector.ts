import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector of traces receives it. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** Empty for the root span of a trace. */
  parentSpanId: string;
  service: string;
  name: string;
  attributes: Record<string, unknown>;
}

/** A collector of traces (OTLP over HTTP, JSON) that keeps what it receives. */
export interface Collector {
  url: string;
  spans: CollectedSpan[];
  /** Everything it was sent, as text. */
  text(): string;
  close(): Promise<void>;
}

interface OtlpAttribute {
  key: string;
  value: Record<string, unknown>;
}

interface OtlpTraces {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] };
    scopeSpans: { spans: (Omit<CollectedSpan, 'service' | 'attributes'> & { attributes?: OtlpAttribute[] })[] }[];
  }[];
}

/** Listens on a port of its own until closed. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  // Processes export spans every few seconds: idle connections must outlive that.
  const server = createServer({ keepAliveTimeout: 95_000 }, (request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text: string) => (body += text));
    request.on('end', () => {
      bodies.push(body);
      spans.push(...spansOf(JSON.parse(body) as OtlpTraces));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => bodies.join('\n'),
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

function spansOf({ resourceSpans }: OtlpTraces): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(attributesOf(resource.attributes)['service.name']);
    return scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ attributes = [], parentSpanId = '', ...span }) => ({
        ...span,
        parentSpanId,
        service,
        attributes: attributesOf(attributes),
      }));
  });
}

function attributesOf(attributes: readonly OtlpAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
