import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { HttpClient, readText } from '../providers/http.client.js';
import type { AiServiceEntry, Defaults } from './ai-service.entity.js';

const lookMs = 400;
const maxModels = 6;
const maxListBytes = 1024 * 1024;
const colors = ['#097C56', '#036EAE', '#AC430E', '#487906', '#8C47A0', '#AA3A62'];
const modelList = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });

/** Finds programs on this machine that serve models without a key. */
@Injectable()
export class LocalServicesClient {
  constructor(private readonly http: HttpClient) {}

  /** The models of a server that answers at once; none when nothing answers or looking is switched off. */
  async find(program: 'ollama' | 'lm-studio', url: string, defaults: Defaults): Promise<AiServiceEntry[]> {
    if (url === 'off') return [];
    const baseUrl = `${url.replace(/\/+$/, '')}/v1`;
    const title = program === 'ollama' ? 'Ollama' : 'LM Studio';
    return (await this.listModels(`${baseUrl}/models`)).map((model, index) => ({
      ...defaults,
      // A model that is not in memory yet can take a minute to begin.
      timeouts: { ...defaults.timeouts, firstTokenMs: Math.max(defaults.timeouts.firstTokenMs, 90_000) },
      name: slugOf(`${program}-${model}`),
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
      return data
        .map(({ id }) => id)
        .filter((id) => !/embed/i.test(id))
        .slice(0, maxModels);
    } catch {
      return [];
    }
  }
}

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63);
