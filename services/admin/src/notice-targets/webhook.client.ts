import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Injectable } from '@nestjs/common';
import { forbiddenNetwork } from '@polylogue/service-kit';
import { NoticeNetwork } from './notice-network.js';
import type { SendResult } from './outgoing-message.js';
import { faultOfStatus, notAllowed } from './send-faults.rules.js';

/** From the name to the end of the answer. */
const deadlineMs = 10_000;
const maxAnswerBytes = 16 * 1024;

/** Posts to addresses that users give: into allowed networks only, following nothing, reading little. */
@Injectable()
export class WebhookClient {
  constructor(private readonly network: NoticeNetwork) {}

  async post(address: string, headers: Record<string, string>, body: string): Promise<SendResult> {
    const url = new URL(address);
    if (!this.network.allows(url)) return notAllowed;
    const signal = AbortSignal.timeout(deadlineMs);
    try {
      const answer = await this.#open(url, headers, body, signal);
      // Its status is known by now; what goes wrong with the rest changes nothing.
      await drained(answer).catch(() => undefined);
      const status = answer.statusCode ?? 0;
      return status >= 200 && status < 300 ? { isSent: true } : faultOfStatus(status, answer.headers['retry-after']);
    } catch (error) {
      if (signal.aborted) return { isSent: false, fault: `It did not answer within ${deadlineMs / 1000} seconds.` };
      const { code = '' } = error as NodeJS.ErrnoException;
      return code === forbiddenNetwork ? notAllowed : { isSent: false, fault: faultOfCode(code) };
    }
  }

  #open(url: URL, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = url.protocol === 'https:' ? requestHttps : requestHttp;
      const outgoing: ClientRequest = request(url, {
        method: 'POST',
        // A connection for each: nothing of one user's stays open for another's.
        agent: false,
        signal,
        lookup: this.network.lookupFor(url),
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': 'Polylogue',
        },
      });
      outgoing.once('response', resolve);
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}

/** Reads what little an answer may say; one that says more is cut off. */
async function drained(answer: IncomingMessage): Promise<void> {
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxAnswerBytes) break;
  }
}

function faultOfCode(code: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Its name could not be found.';
  if (code === 'ECONNREFUSED') return 'Nothing listens there.';
  if (/CERT|TLS|SSL/.test(code)) return 'Its certificate is not valid.';
  return 'The connection broke before it answered.';
}
