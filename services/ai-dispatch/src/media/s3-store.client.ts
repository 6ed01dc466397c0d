import { AwsClient } from 'aws4fetch';
import type { MediaStore } from './media-store.js';

const writeMs = 120_000;
const answerMs = 10_000;

export interface S3Settings {
  /** The bucket's address: `https://s3.example.org/bucket`. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A bucket of any store that speaks S3. */
export class S3Store implements MediaStore {
  private readonly client: AwsClient;

  constructor(private readonly settings: S3Settings) {
    const { accessKeyId, secretAccessKey, region } = settings;
    this.client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  }

  async write(id: string, bytes: Buffer, type: string): Promise<void> {
    const headers = { 'content-type': type };
    await this.request('PUT', id, AbortSignal.timeout(writeMs), { headers, body: new Uint8Array(bytes) });
  }

  async *read(id: string, from: number, length: number, signal: AbortSignal): AsyncIterable<Uint8Array> {
    const headers = { range: `bytes=${from}-${from + length - 1}` };
    const { body } = await this.request('GET', id, signal, { headers });
    if (body) yield* body as unknown as AsyncIterable<Uint8Array>;
  }

  async delete(id: string): Promise<void> {
    await this.request('DELETE', id, AbortSignal.timeout(answerMs), {}, 404);
  }

  private async request(
    method: string,
    id: string,
    signal: AbortSignal,
    more: { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> },
    alsoFine?: number,
  ): Promise<Response> {
    const url = `${this.settings.url.replace(/\/+$/, '')}/${id}`;
    const answer = await this.client.fetch(url, { method, signal, redirect: 'error', ...more });
    if (answer.ok || answer.status === alsoFine) return answer;
    await answer.body?.cancel();
    // Nothing of its answer is logged: some stores print the request, signature included.
    throw new Error(`The media store answered ${answer.status} to ${method}.`);
  }
}
