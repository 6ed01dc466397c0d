import {
  ProviderRequestsServiceDefinition,
  type ProviderRequest,
  type RebuildProviderRequestRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { CatalogService } from '../catalog/catalog.service.js';
import { promptFromProto, toSend } from '../dispatch/dispatch.mapper.js';
import { digestOf } from '../dispatch/generation-record.js';
import { PicturesService } from '../pictures/pictures.service.js';
import { cannotRebuild } from './provider-requests.errors.js';
import { unsentRequest } from './unsent-request.js';

@GrpcEndpoint(ProviderRequestsServiceDefinition)
export class ProviderRequestsGrpc implements GrpcHandlers<typeof ProviderRequestsServiceDefinition> {
  constructor(
    private readonly catalog: CatalogService,
    private readonly pictures: PicturesService,
  ) {}

  async rebuildProviderRequest(request: RebuildProviderRequestRequest, call: CallContext): Promise<ProviderRequest> {
    const caller = call.mustHaveCaller();
    caller.mustBeApproved();
    const configured = this.catalog.get(request.aiService);
    const entry = { ...configured, model: request.model ?? configured.model };
    const { messages: thread, settings } = toSend(entry, promptFromProto(request));
    const messages = await this.pictures.show(caller, entry, thread);
    const made = await unsentRequest(entry, { ...settings, messages });
    if (!made) throw cannotRebuild(entry.displayName);
    const { method, url, headers, body } = made;
    return {
      method,
      // The base address is left out: only the operator needs to know it.
      path: url.startsWith(entry.baseUrl) ? url.slice(entry.baseUrl.length) : new URL(url).pathname,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      body: messages.some(({ pictures }) => pictures && pictures.length > 0) ? withoutPictures(body) : body,
      digest: digestOf(body),
    };
  }
}

/** For reading: megabytes of base64 are cut. The digest is that of the whole body. */
const withoutPictures = (body: string) =>
  body.replace(/[A-Za-z0-9+/]{256,}={0,2}/g, ({ length }) => `[${length} characters of base64]`);
