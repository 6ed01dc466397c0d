import {
  MediaServiceDefinition,
  type GetMediaRequest,
  type MediaBytes,
  type ReadMediaRequest,
  type StoredMedia,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { MediaService } from './media.service.js';

@GrpcEndpoint(MediaServiceDefinition)
export class MediaGrpc implements GrpcHandlers<typeof MediaServiceDefinition> {
  constructor(private readonly media: MediaService) {}

  async getMedia({ id }: GetMediaRequest, call: CallContext): Promise<StoredMedia> {
    const { sha256, ...media } = await this.media.find(call.mustHaveCaller(), id);
    return { media, sha256 };
  }

  async *readMedia({ id, from, length }: ReadMediaRequest, call: CallContext): AsyncGenerator<MediaBytes> {
    for await (const bytes of this.media.read(call.mustHaveCaller(), id, { from, length }, call.signal)) {
      yield { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
    }
  }
}
