import { EventStreamReader, eventStreamLimits } from '../event-stream.rules.js';
import { refuseOtherThanStream } from '../http-fetch.client.js';
import type { Exchange, HttpTransport } from '../http.client.js';
import { Packets } from '../packets.js';
import { probeModels } from '../probe.client.js';
import { brokenSocket, ProviderError } from '../provider.errors.js';
import type { Provider, ProviderTarget, ReplyPart } from '../provider.js';
import { compatibleMedia } from './openai-compatible-media.provider.js';
import { statusOfCompatibleFault, statusOfSearchFault } from './openai-compatible.errors.js';
import { ReplyReader, toRequestBody } from './openai-compatible.wire.js';
import type { PacketReader } from './packet-reader.js';
import { ResponsesReader, toResponsesBody } from './responses.wire.js';
import { compatibleSearch } from './web-search.rules.js';

/**
 * Chat completions of any compatible server. Its stream is read by our own parser: the SDK's takes three times the CPU
 * per token (figures in README.md), and this protocol carries most of the services. A reply that may search the web is
 * asked for by Responses where the service searches by that alone.
 */
export function openaiCompatibleProvider(target: ProviderTarget, http: HttpTransport): Provider {
  const { baseUrl, apiKey, model } = target;
  const authorization: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
  const headers = {
    ...authorization,
    'content-type': 'application/json',
    accept: 'text/event-stream',
    // By it the product knows itself, where a base URL leads back to it.
    'x-polylogue-hop': '1',
  };
  return {
    stream(request, signal) {
      if (target.category !== 'text') return compatibleMedia(target, http, request, signal);
      const { connectMs, onSend, webSearch } = request;
      const statusOfFault = webSearch ? statusOfSearchFault : statusOfCompatibleFault;
      const search = webSearch ? compatibleSearch(target) : undefined;
      const isResponse = search === 'responses';
      const url = `${baseUrl}/${isResponse ? 'responses' : 'chat/completions'}`;
      const body = isResponse
        ? toResponsesBody(model, request)
        : toRequestBody(model, { ...request, webSearch: search === 'chat' });
      const reader = isResponse ? new ResponsesReader() : new ReplyReader();
      return readReply(http, { method: 'POST', url, headers, body, connectMs, onSend, signal, statusOfFault }, reader);
    },
    probe: (signal) => probeModels(http, `${baseUrl}/models`, authorization, signal),
  };
}

// One generator rather than two, one within the other: delegating would cost as much per token as parsing.
async function* readReply(http: HttpTransport, exchange: Exchange, reply: PacketReader): AsyncGenerator<ReplyPart> {
  const answer = await http.open(exchange);
  // It may be a long history, and the reply may take minutes.
  exchange.body = undefined;
  refuseOtherThanStream(answer);
  const events = new EventStreamReader();
  let total = 0;
  const packets = new Packets(answer);
  try {
    for (let packet = await packets.next(); packet !== undefined; packet = await packets.next()) {
      total += packet.length;
      for (const part of reply.read(events.push(packet))) yield part;
      reply.throwFault();
      if (events.pending > eventStreamLimits.line || total > eventStreamLimits.total)
        throw new ProviderError('tooLarge');
    }
    for (const part of reply.read(events.flush())) yield part;
    reply.throwFault();
  } catch (thrown) {
    if (thrown instanceof ProviderError) throw thrown;
    // Broken after the end marker: nothing is missing but, perhaps, the usage.
    if (!reply.isFinished) throw brokenSocket(thrown, true);
  } finally {
    if (!answer.readableEnded) answer.destroy();
  }
  yield reply.end();
}
