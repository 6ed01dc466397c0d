import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind as OtelKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { AppError } from '../errors/app-error.js';
import { isTraceparent } from '../context/traceparent.js';
import type { Span, SpanAttributes, SpanKind, SpanStart } from '../context/span.js';
import type { TracingOptions } from './tracing-options.js';

const kinds: Record<SpanKind, OtelKind> = {
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  producer: OtelKind.PRODUCER,
  consumer: OtelKind.CONSUMER,
};
const closeMs = 2_000;

/**
 * Spans, sent over OTLP/HTTP. One provider per slice, none of them global: several slices may
 * share a process, and each is a service of its own in a trace. Why by hand: docs/decisions/0010-tracing.md.
 */
export class OtlpTracer {
  readonly #provider: BasicTracerProvider;
  readonly #tracer: Tracer;

  constructor({ service, version, endpoint, ratio, logger }: TracingOptions & { endpoint: string }) {
    const warn = (message: string) => logger.warn({ reason: message.slice(0, 300) }, 'traces could not be sent');
    const quiet = () => {};
    diag.setLogger({ error: warn, warn, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN);
    const exporter = new OTLPTraceExporter({ url: new URL('v1/traces', withSlash(endpoint)).href });
    this.#provider = new BasicTracerProvider({
      resource: resourceFromAttributes({
        'service.namespace': 'polylogue',
        'service.name': service,
        'service.version': version,
      }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: 1_000, exportTimeoutMillis: 5_000 })],
    });
    this.#tracer = this.#provider.getTracer('polylogue', version);
  }

  startSpan({ kind, name, parent, attributes, startedAt }: SpanStart): Span {
    const context = parent && isTraceparent(parent) ? trace.setSpanContext(ROOT_CONTEXT, remote(parent)) : ROOT_CONTEXT;
    return this.#start(context, kind, name, attributes, startedAt);
  }

  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, closeMs)));
    await Promise.race([this.#provider.shutdown().catch(() => undefined), late]);
    clearTimeout(timer);
  }

  #start(context: Context, kind: SpanKind, name: string, attributes?: SpanAttributes, startTime?: Date): Span {
    const span = this.#tracer.startSpan(name, { kind: kinds[kind], attributes, startTime }, context);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      child: (childKind, childName, childAttributes) =>
        this.#start(trace.setSpan(context, span), childKind, childName, childAttributes),
      setAttributes: (more, better) => {
        span.setAttributes(more);
        if (better) span.updateName(better);
      },
      end: (failure) => end(span, failure),
    };
  }
}

function end(span: OtelSpan, failure: unknown): void {
  if (failure !== undefined) {
    const code = AppError.is(failure) ? failure.code : failure instanceof Error ? failure.name : String(failure);
    span.setStatus({ code: SpanStatusCode.ERROR, message: code });
    span.setAttribute('error.type', code);
  }
  span.end();
}

function remote(traceparent: string) {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

const withSlash = (url: string) => (url.endsWith('/') ? url : `${url}/`);
