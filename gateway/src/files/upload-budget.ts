import { Injectable } from '@nestjs/common';
import { limits } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import type { HttpRequest } from '../http/http-messages.js';

const megabyte = 1024 * 1024;
/** The largest form there is: all files, the message, and what stands between them. */
const maxFormBytes = limits.attachments * limits.attachmentBytes + 2 * megabyte;
/** A form lies in memory until its files are read: so much of all users, and of one, lies there at a time. */
const maxBytes = 256 * megabyte;
const maxBytesOfUser = 2 * maxFormBytes;

/** How many bytes of forms with files this process takes in at a time. */
@Injectable()
export class UploadBudget {
  readonly #taken = new Map<string, number>();

  /** Takes what a form says it will be; answers how to give it back. Throws where there is no room now. */
  take(userId: string, { headers }: Pick<HttpRequest, 'headers'>): () => void {
    const declared = headers['content-length'] ?? '';
    const bytes = /^\d+$/.test(declared) ? Math.min(Number(declared), maxFormBytes) : maxFormBytes;
    const own = this.#taken.get(userId) ?? 0;
    const all = [...this.#taken.values()].reduce((sum, each) => sum + each, 0);
    if (own + bytes > maxBytesOfUser || all + bytes > maxBytes) throw tooManyUploads();
    this.#taken.set(userId, own + bytes);
    return () => this.#giveBack(userId, bytes);
  }

  #giveBack(userId: string, bytes: number): void {
    const left = (this.#taken.get(userId) ?? 0) - bytes;
    if (left > 0) this.#taken.set(userId, left);
    else this.#taken.delete(userId);
  }
}

const tooManyUploads = () =>
  new AppError('unavailable', 'uploads_busy', 'Many files are being sent right now. Please try again in a moment.', {
    retryAfterSeconds: 5,
  });
