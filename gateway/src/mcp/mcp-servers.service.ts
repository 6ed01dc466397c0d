import { Inject, Injectable } from '@nestjs/common';
import type { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { givenVariables, type KeyScope } from '@polylogue/api-contract';
import type { User } from '@polylogue/proto';
import { AppError, CONFIG, LOGGER, type Logger } from '@polylogue/service-kit';
import { z } from 'zod';
import { mustHaveAccess } from '../auth/access.rules.js';
import { lacksScope } from '../key-access/key-access.rules.js';
import type { GatewayConfig } from '../config.js';
import { AgreementTools } from './agreement-tools.service.js';
import { ComparisonTools } from './comparison-tools.service.js';
import { RunningTools } from './running-tools.js';
import { SavedQueryTools } from './saved-query-tools.service.js';
import type { Report, ToolAnswer } from './tool-answer.js';

/** Whose request is served. */
export interface McpCaller {
  user: User;
  scopes: readonly KeyScope[];
  /** The user and the client. */
  owner: string;
  /** Where the client found us. */
  origin: string;
  /** Aborts when the reader goes or may not read any more. */
  signal: AbortSignal;
}

type Work = (signal: AbortSignal, report: Report) => Promise<ToolAnswer>;

/** What the SDK hands to a tool, as far as it is used. */
interface ToolCall {
  requestId: string | number;
  signal: AbortSignal;
  _meta?: { progressToken?: string | number | undefined } | undefined;
  sendNotification: (notification: {
    method: 'notifications/progress';
    params: { progressToken: string | number; progress: number; total: number; message: string };
  }) => Promise<void>;
}

const instructions =
  'Polylogue asks several AI services the same question and keeps their replies side by side as a comparison that the user can open. Use ask_all when a question deserves more than one opinion, compare what the replies say, and give the user the address of the comparison.';

const comparisonId = z.string().describe('The id of a comparison, as ask_all answers it and its address ends.');

/** Makes the server of one request: its tools act for the caller alone. */
@Injectable()
export class McpServers {
  constructor(
    private readonly comparisons: ComparisonTools,
    private readonly savedQueries: SavedQueryTools,
    private readonly agreements: AgreementTools,
    private readonly running: RunningTools,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async create(caller: McpCaller): Promise<McpServer> {
    // Loaded with the first agent: with what it needs itself it would be a good part of every start.
    const sdk = await import('@modelcontextprotocol/sdk/server/mcp.js');
    const server = new sdk.McpServer({ name: 'polylogue', version: this.config.BUILD_VERSION }, { instructions });
    this.#addReading(server, caller);
    this.#addAsking(server, caller);
    this.#addAgreement(server, caller);
    this.#addComparisons(server, caller, sdk.ResourceTemplate);
    return server;
  }

  #addReading(server: McpServer, caller: McpCaller): void {
    server.registerTool(
      'list_services',
      {
        title: 'List AI services',
        description: 'The AI services that ask_all can ask, with their names and whether they answer at the moment.',
        annotations: { readOnlyHint: true },
      },
      (call) => this.#run(caller, 'read', call as ToolCall, () => this.comparisons.listServices()),
    );
    server.registerTool(
      'get_comparison',
      {
        title: 'Read a comparison',
        description: 'A comparison as Markdown: every question with all replies, their models, sources and scores.',
        inputSchema: { id: comparisonId },
        annotations: { readOnlyHint: true },
      },
      ({ id }, call) =>
        this.#run(caller, 'read', call as ToolCall, (signal) => this.comparisons.read(id, caller.origin, signal)),
    );
  }

  #addAsking(server: McpServer, caller: McpCaller): void {
    server.registerTool(
      'ask_all',
      {
        title: 'Ask several AI services',
        description:
          'Puts one question to several AI services at once and answers all their replies, one under the other. It spends the user’s budget. The services know nothing of this conversation: put all they need into the question.',
        inputSchema: {
          question: z.string().min(1).describe('The whole question, with the context it needs.'),
          services: z
            .array(z.string())
            .optional()
            .describe('Names from list_services. Left out: all services that answer in text.'),
          instructions: z.string().optional().describe('How the services should answer, such as "in one paragraph".'),
        },
      },
      (question, call) =>
        this.#run(caller, 'send', call as ToolCall, (signal, report) =>
          this.comparisons.ask(question, caller.origin, signal, report),
        ),
    );
    server.registerTool(
      'run_saved_query',
      {
        title: 'Run a saved query',
        description: 'Runs one of the user’s saved queries now and answers what each service replied.',
        inputSchema: {
          id: z.number().int().describe('The number of the saved query, as its address ends.'),
          variables: givenVariables
            .optional()
            .describe('What stands for the {{names}} in the query. Left out: their defaults.'),
        },
      },
      ({ id, variables }, call) =>
        this.#run(caller, 'schedules', call as ToolCall, (signal, report) =>
          this.savedQueries.run({ id, variables }, signal, report),
        ),
    );
  }

  #addAgreement(server: McpServer, caller: McpCaller): void {
    server.registerTool(
      'agreement',
      {
        title: 'What replies agree on',
        description:
          'What the replies of a comparison’s newest round agree on and where they contradict each other, claim by claim, each with the passage of the reply that proves it. It spends the user’s budget unless the map was made before. Use it after ask_all when the replies are long or may differ.',
        inputSchema: {
          id: comparisonId,
          extractor: z
            .string()
            .optional()
            .describe('Who finds the claims, a name from list_services. Left out: a service that did not reply.'),
        },
      },
      (asked, call) =>
        this.#run(caller, 'send', call as ToolCall, (signal, report) => this.agreements.map(asked, signal, report)),
    );
  }

  #addComparisons(server: McpServer, caller: McpCaller, Template: typeof ResourceTemplate): void {
    const template = new Template('polylogue://comparisons/{id}', {
      list: async () => ({ resources: await this.comparisons.listResources() }),
    });
    const about = { title: 'Comparisons', description: 'What was asked, and what each service replied.' };
    server.registerResource('comparison', template, { ...about, mimeType: 'text/markdown' }, async (uri, { id }) => {
      const { text } = await this.comparisons.read(String(id), caller.origin, caller.signal);
      return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text }] };
    });
  }

  /** A fault is answered as the tool's, in its sentence: the model can act on it. */
  async #run({ user, scopes, owner, signal }: McpCaller, scope: KeyScope, call: ToolCall, work: Work) {
    try {
      if (!scopes.includes(scope)) throw lacksScope(scope);
      if (scope !== 'read') mustHaveAccess('approved', user);
      const ends = AbortSignal.any([signal, call.signal]);
      const report = reporter(call);
      const { text, data } = await this.running.run(owner, call.requestId, ends, (until) => work(until, report));
      return { content: [{ type: 'text' as const, text }], structuredContent: data };
    } catch (error) {
      if (!AppError.is(error) && !signal.aborted) this.logger.error({ err: error }, 'a tool of an agent failed');
      const text = AppError.is(error) ? error.sentence : 'The tool did not come to its end.';
      return { content: [{ type: 'text' as const, text }], isError: true };
    }
  }
}

function reporter({ _meta, sendNotification }: ToolCall): Report {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  return (progress, total, message) => {
    const params = { progressToken, progress, total, message };
    // Its reader may have gone: the call ends by its signal then.
    sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
