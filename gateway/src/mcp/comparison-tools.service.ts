import { Inject, Injectable } from '@nestjs/common';
import { comparison, mcp, type AiService } from '@polylogue/api-contract';
import { ReplyStatus, type Reply } from '@polylogue/proto';
import { AppError, CONFIG } from '@polylogue/service-kit';
import { CatalogService } from '../ai-services/catalog.service.js';
import { AllowanceService } from '../allowance/allowance.service.js';
import { Clock } from '../clock.js';
import { noSuchComparison } from '../comparisons/comparisons.errors.js';
import { ComparisonsService } from '../comparisons/comparisons.service.js';
import type { GatewayConfig } from '../config.js';
import { HistoryService } from '../conversations/history.service.js';
import { usableServices } from '../key-access/key-services.rules.js';
import { readComparison } from '../exports/comparison-page.js';
import { ScoresService } from '../exports/scores.service.js';
import { pageWriters } from '../exports/write-export.js';
import { ChatCompletionsService } from '../openai/chat-completions.service.js';
import type { Report, ToolAnswer } from './tool-answer.js';

export interface AskedAll {
  question: string;
  services?: readonly string[] | undefined;
  instructions?: string | undefined;
}

/** What a model is given of a comparison: more would leave it no room to think. */
const maxCharacters = 200_000;
const listed = 50;

/** Asking and reading comparisons, for agents. */
@Injectable()
export class ComparisonTools {
  constructor(
    private readonly catalog: CatalogService,
    private readonly allowance: AllowanceService,
    private readonly completions: ChatCompletionsService,
    private readonly comparisons: ComparisonsService,
    private readonly history: HistoryService,
    private readonly scores: ScoresService,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  async listServices(): Promise<ToolAnswer> {
    const services = usableServices(await this.#textServices()).map(({ name, displayName, status }) => ({
      name,
      displayName,
      status,
    }));
    const lines = services.map(({ name, displayName, status }) => `- ${name}: ${displayName} (${status})`);
    return { text: lines.join('\n'), data: { services } };
  }

  /** The question goes to each service at once; its replies are reported as they end. */
  async ask(asked: AskedAll, origin: string, signal: AbortSignal, report: Report): Promise<ToolAnswer> {
    const services = chosen(await this.#textServices(), asked.services);
    const names = services.map(({ name }) => name);
    const settings = { systemPrompt: asked.instructions?.trim() || undefined };
    await this.allowance.take(mcp, undefined, names, asked.question + (settings.systemPrompt ?? ''));
    const question = { services, message: asked.question, history: [], settings };
    const labels = new Map(services.map((service) => [service.name, service.displayName]));
    let [id, ended]: [string, number] = ['', 0];
    let replies: readonly Reply[] = [];
    for await (const event of this.completions.ask(question, signal)) {
      if (event.$case === 'accepted') id = event.accepted.broadcastId;
      if (event.$case === 'reply') report(++ended, names.length, `${labels.get(event.reply.aiService)} has replied.`);
      if (event.$case === 'done') replies = event.done.replies;
    }
    return toAnswer(id, this.#addressOf(id, origin), replies, labels);
  }

  /** A comparison as Markdown, cut where it is too long. */
  async read(id: string, origin: string, signal: AbortSignal): Promise<ToolAnswer> {
    if (!comparison.shape.id.safeParse(id).success) throw noSuchComparison();
    const found = await this.comparisons.get(id);
    const parts = this.history.export({ comparison: id, sort: 'createdAt', order: 'asc' }, signal);
    const page = await readComparison(found, this.scores.join(parts, { scoresOf: 0, reason: '' }, signal));
    const text = [...pageWriters.md.write(page, 'turns', new Date(this.clock.now()))].join('');
    const address = this.#addressOf(id, origin);
    const cut = `${text.slice(0, maxCharacters)}\n\n(Cut here. The whole comparison: ${address})`;
    return { text: text.length > maxCharacters ? cut : text, data: { id, title: found.title, address } };
  }

  async listResources() {
    const { rows } = await this.comparisons.find({ limit: listed });
    return rows.map(({ id, title, preview }) => ({
      uri: `polylogue://comparisons/${id}`,
      name: title || 'Untitled',
      description: preview,
      mimeType: 'text/markdown',
    }));
  }

  async #textServices(): Promise<AiService[]> {
    return (await this.catalog.list()).filter(({ category }) => category === 'text');
  }

  #addressOf(id: string, origin: string): string {
    return `${(this.config.PUBLIC_URL ?? origin).replace(/\/$/, '')}/history/${id}`;
  }
}

function chosen(offered: readonly AiService[], names: readonly string[] | undefined): AiService[] {
  if (!names || names.length === 0) return usableServices(offered);
  const unknown = names.filter((name) => !offered.some((service) => service.name === name));
  if (unknown.length > 0) {
    const sentence = `There is no AI service called ${unknown.map((name) => `"${name.slice(0, 64)}"`).join(', ')}. list_services names those there are.`;
    throw new AppError('invalid', 'unknown_ai_service', sentence);
  }
  return offered.filter(({ name }) => names.includes(name));
}

function toAnswer(
  id: string,
  address: string,
  replies: readonly Reply[],
  labels: ReadonlyMap<string, string>,
): ToolAnswer {
  const answers = replies.map(({ aiService, status, content, error, generation }) => ({
    service: aiService,
    displayName: labels.get(aiService) ?? aiService,
    model: generation?.responseModel ?? generation?.model,
    text: content,
    error: status === ReplyStatus.COMPLETED ? undefined : (error ?? 'The reply broke off.'),
  }));
  const parts = answers.map(({ displayName, text, error }) =>
    [`## ${displayName}`, text, error && `(${error})`].filter(Boolean).join('\n\n'),
  );
  const text = [...parts, `The comparison: ${address}`].join('\n\n');
  return { text, data: { comparisonId: id, address, replies: answers } };
}
