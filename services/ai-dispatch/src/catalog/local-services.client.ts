import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { HttpClient, readText } from '../providers/http.client.js';
import type { AiServiceEntry, Defaults } from './ai-service.entity.js';
import { KnownServicesRepository } from './known-services.repository.js';
import { localNames } from './local-names.rules.js';

const lookMs = 400;
const maxModels = 6;
const maxListBytes = 1024 * 1024;
const colors = ['#097C56', '#036EAE', '#AC430E', '#487906', '#8C47A0', '#AA3A62'];
const modelList = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });

/** Finds programs on this machine that serve models without a key. */
@Injectable()
export class LocalServicesClient {
  constructor(
    private readonly http: HttpClient,
    private readonly known: KnownServicesRepository,
  ) {}

  /** The models of a server that answers at once; none when nothing answers or looking is switched off. */
  async find(program: 'ollama' | 'lm-studio', url: string, defaults: Defaults): Promise<AiServiceEntry[]> {
    if (url === 'off') return [];
    const baseUrl = `${url.replace(/\/+$/, '')}/v1`;
    const title = program === 'ollama' ? 'Ollama' : 'LM Studio';
    const models = await this.listModels(`${baseUrl}/models`);
    if (models.length === 0) return [];
    // Of all its models, so that no name depends on which of them stand first today.
    const names = localNames(program, models, await this.known.models());
    return models.slice(0, maxModels).map((model, index) => ({
      ...defaults,
      // A model that is not in memory yet can take a minute to begin.
      timeouts: { ...defaults.timeouts, firstTokenMs: Math.max(defaults.timeouts.firstTokenMs, 90_000) },
      name: names.get(model) as string,
      displayName: `${model.replace(/:latest$/, '')} (${title})`,
      color: colors[index % colors.length] as string,
      category: 'text',
      provider: 'openai-compatible',
      model,
      baseUrl,
      demo: false,
    }));
  }

  private async listModels(url: string): Promise<string[]> {
    try {
      const answer = await this.http.open({
        method: 'GET',
        url,
        headers: {},
        connectMs: lookMs,
        signal: AbortSignal.timeout(lookMs),
        statusOfFault: () => undefined,
      });
      const { data } = modelList.parse(JSON.parse(await readText(answer, maxListBytes)));
      return [...new Set(data.map(({ id }) => id))].filter((id) => !/embed/i.test(id));
    } catch {
      return [];
    }
  }
}
