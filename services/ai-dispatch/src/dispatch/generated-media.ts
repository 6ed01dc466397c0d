import type { DispatchEvent } from '@polylogue/proto';
import type { KeptMedia, NewMedia } from '../media/media.entity.js';
import type { MediaService } from '../media/media.service.js';
import type { MediaPart } from '../providers/provider.js';
import type { CallResult } from './call.js';

/** What one call made that is no text: kept as it comes, sent with the end, gone again when there is no proper end. */
export class GeneratedMedia {
  private readonly kept: KeptMedia[] = [];
  private isSent = false;

  constructor(
    private readonly media: MediaService,
    private readonly call: Omit<NewMedia, 'kind' | 'bytes'>,
  ) {}

  async keep({ kind, bytes }: MediaPart): Promise<void> {
    this.kept.push(await this.media.keep({ ...this.call, kind, bytes }));
  }

  *send({ outcome }: CallResult): Generator<DispatchEvent> {
    if (outcome !== 'completed') return;
    // From here on a reader may know their ids: a medium too many is better than a missing one.
    this.isSent = true;
    for (const { id, type, name, size } of this.kept)
      yield { event: { $case: 'media', media: { id, type, name, size } } };
  }

  async dropUnsent(): Promise<void> {
    if (this.isSent || this.kept.length === 0) return;
    await this.media.drop(
      this.call.userId,
      this.kept.map(({ id }) => id),
    );
  }
}
