import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { readBytes, type Exchange } from './http.client.js';
import { downloadMedia, promptIn, type MediaCall } from './media.client.js';
import { ProviderError } from './provider.errors.js';
import type { ReplyPart } from './provider.js';

const job = z.object({
  id: z.string().regex(/^[\w-]{1,200}$/),
  status: z.string(),
  progress: z.number().nullish().catch(undefined),
});
type Job = z.output<typeof job>;

const firstPauseMs = 1_000;
const maxPauseMs = 10_000;
const maxJobBytes = 1024 * 1024;
const maxFailures = 3;
const callOffMs = 5_000;

export interface VideoTarget {
  model: string;
  baseUrl: string;
  headers: Record<string, string>;
}

/**
 * A film by OpenAI's protocol, which compatible servers share: ordered, polled at growing intervals, fetched. The order
 * itself may be retried by the caller; a job that is under way never is. Without a reader it is cancelled.
 */
export async function* streamVideoJob(target: VideoTarget, call: MediaCall): AsyncGenerator<ReplyPart> {
  const films = new Films(target, call);
  const ordered = await films.order(promptIn(call.request.messages));
  const { id } = ordered;
  let { status, progress } = ordered;
  let isFetched = false;
  try {
    for (let pause = firstPauseMs, failures = 0; status !== 'completed'; pause = Math.min(pause * 1.5, maxPauseMs)) {
      if (status === 'failed' || status === 'cancelled') throw new ProviderError('jobFailed');
      yield { type: 'progress', fraction: fractionOf(progress) };
      await sleep(pause, undefined, { signal: call.signal });
      try {
        ({ status, progress } = await films.poll(id));
        failures = 0;
      } catch (thrown) {
        // One failed poll is no reason to give up what has cost money already.
        const isPassing = thrown instanceof ProviderError && thrown.failure.retryNow && !call.signal.aborted;
        if (!isPassing || ++failures >= maxFailures) throw thrown;
      }
    }
    const bytes = await films.fetch(id);
    isFetched = true;
    yield { type: 'media', kind: 'video', bytes };
  } finally {
    if (!isFetched) films.callOff(id);
  }
  yield { type: 'end', stopReason: 'stop' };
}

const fractionOf = (percent: number | null | undefined): number | undefined =>
  typeof percent === 'number' && percent >= 0 && percent <= 100 ? percent / 100 : undefined;

class Films {
  private readonly url: string;

  constructor(
    private readonly target: VideoTarget,
    private readonly call: MediaCall,
  ) {
    this.url = `${target.baseUrl}/videos`;
  }

  order(prompt: string): Promise<Job> {
    return this.read('POST', this.url, JSON.stringify({ model: this.target.model, prompt }));
  }

  poll(id: string): Promise<Job> {
    return this.read('GET', `${this.url}/${id}`);
  }

  fetch(id: string): Promise<Buffer> {
    return downloadMedia(this.call, `${this.url}/${id}/content`, this.target.headers);
  }

  /** In the background, so that stopping takes no time. A vendor that knows no such call goes on by itself. */
  callOff(id: string): void {
    const signal = AbortSignal.timeout(callOffMs);
    const { http } = this.call;
    http.open({ ...this.exchange('DELETE', `${this.url}/${id}`), signal }).then(
      (answer) => answer.resume(),
      () => undefined,
    );
  }

  private async read(method: 'GET' | 'POST', url: string, body?: string): Promise<Job> {
    const answer = await this.call.http.open({ ...this.exchange(method, url), body, onSend: this.call.request.onSend });
    if (/html/i.test(answer.headers['content-type'] ?? '')) {
      answer.destroy();
      throw new ProviderError('notAStream');
    }
    const text = (await readBytes(answer, maxJobBytes)).toString('utf8');
    try {
      return job.parse(JSON.parse(text));
    } catch {
      throw new ProviderError('unreadable');
    }
  }

  private exchange(method: Exchange['method'], url: string): Exchange {
    const { request, signal, statusOfFault } = this.call;
    const headers =
      method === 'POST' ? { ...this.target.headers, 'content-type': 'application/json' } : this.target.headers;
    return { method, url, headers, signal, statusOfFault, connectMs: request.connectMs };
  }
}
