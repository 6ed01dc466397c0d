import { FilesServiceDefinition, type ExtractTextRequest, type KeepPictureRequest } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { FilesService } from './files.service.js';

@GrpcEndpoint(FilesServiceDefinition)
export class FilesGrpc implements GrpcHandlers<typeof FilesServiceDefinition> {
  constructor(private readonly files: FilesService) {}

  extractText(request: ExtractTextRequest, call: CallContext) {
    return this.files.extract(call.mustHaveCaller(), request, call.signal);
  }

  keepPicture({ name, content }: KeepPictureRequest, call: CallContext) {
    return this.files.keepPicture(call.mustHaveCaller(), name, content, call.signal);
  }
}
