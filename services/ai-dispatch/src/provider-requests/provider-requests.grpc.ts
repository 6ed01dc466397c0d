import {
  ProviderRequestsServiceDefinition,
  type ProviderRequest,
  type RebuildProviderRequestRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { CatalogService } from '../catalog/catalog.service.js';
import { promptFromProto, toSend } from '../dispatch/dispatch.mapper.js';
import { digestOf } from '../dispatch/generation-record.js';
import { cannotRebuild } from './provider-requests.errors.js';
import { unsentRequest } from './unsent-request.js';

@GrpcEndpoint(ProviderRequestsServiceDefinition)
export class ProviderRequestsGrpc implements GrpcHandlers<typeof ProviderRequestsServiceDefinition> {
  constructor(private readonly catalog: CatalogService) {}

  async rebuildProviderRequest(request: RebuildProviderRequestRequest, call: CallContext): Promise<ProviderRequest> {
    call.mustHaveCaller().mustBeApproved();
    const configured = this.catalog.get(request.aiService);
    const entry = { ...configured, model: request.model ?? configured.model };
    const { messages, settings } = toSend(entry, promptFromProto(request));
    const made = await unsentRequest(entry, { ...settings, messages });
    if (!made) throw cannotRebuild(entry.displayName);
    const { method, url, headers, body } = made;
    return {
      method,
      // The base address is left out: only the operator needs to know it.
      path: url.startsWith(entry.baseUrl) ? url.slice(entry.baseUrl.length) : new URL(url).pathname,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      body,
      digest: digestOf(body),
    };
  }
}
