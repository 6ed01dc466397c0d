import { randomUUID } from 'node:crypto';
import { Controller, Req, Res } from '@nestjs/common';
import { mcp } from '@polylogue/api-contract';
import { OpenStreams } from '../auth/open-streams.js';
import { signedOut } from '../auth/access.rules.js';
import { Serves } from '../http/serves.js';
import { cancelledIds, isInitialize, sessionHeader } from './mcp-message.rules.js';
import { McpServers } from './mcp-servers.service.js';
import { RunningTools } from './running-tools.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

/**
 * Each request is served by itself, so that it can go to any replica. The id of a session only distinguishes the clients of
 * one user: a cancel names a request by the number its client gave it.
 */
@Controller()
export class McpController {
  constructor(
    private readonly servers: McpServers,
    private readonly streams: OpenStreams,
    private readonly running: RunningTools,
  ) {}

  @Serves(mcp)
  async serve(@Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    const { user, keyScopes } = request;
    // Cookies are not read here: without a key there is no caller.
    if (!user || !keyScopes) throw signedOut();
    const body: unknown = request.body;
    const session = isInitialize(body) ? randomUUID() : request.get(sessionHeader);
    if (session !== undefined) response.setHeader(sessionHeader, session);
    const owner = `${user.id} ${session ?? ''}`;
    for (const id of cancelledIds(body)) this.running.cancel(owner, id);
    const { signal } = this.streams.enter(request, response, mcp.access);
    const origin = `${request.protocol}://${request.host}`;
    const server = await this.servers.create({ user, scopes: keyScopes, owner, origin, signal });
    const { StreamableHTTPServerTransport } = await import('@modelcontextprotocol/sdk/server/streamableHttp.js');
    // The client may have gone while it was loaded; its end would not be noticed below.
    if (response.closed) return;
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    response.once('close', () => void server.close());
    // The SDK's declaration of a transport is not made for exact optional properties.
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    await transport.handleRequest(request, response, body);
  }
}
