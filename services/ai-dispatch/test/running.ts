import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ChatRole,
  DispatchServiceDefinition,
  type DispatchEnd,
  type GenerationSettings,
  type Media,
} from '@polylogue/proto';
import type { CallerToken } from '@polylogue/service-kit';
import { aUser, callerToken, startSlice, type RunningSlice, type StartSliceOptions } from '@polylogue/test-kit';
import type { ProviderName } from '../src/catalog/providers.js';
import { RANDOM } from '../src/dispatch/random.js';
import { service } from '../src/service.js';
import { partNames, pathOf, type Part } from './vendor-server.js';

export const protocols: ProviderName[] = ['openai', 'anthropic', 'google', 'openai-compatible'];
export const secretKey = 'sk-never-to-be-seen-anywhere';

/** A catalog in which every vendor plays every part: `google-hang`, `openai-status-401`, ... */
export function everyPart(vendorUrl: string, settings: Partial<Record<Part, object>> = {}): object[] {
  return protocols.flatMap((provider) =>
    partNames.map((part) => ({
      name: `${provider}-${part}`,
      displayName: `${provider} ${part}`,
      provider,
      model: part,
      baseUrl: vendorUrl + pathOf(provider),
      apiKey: secretKey,
      ...settings[part],
    })),
  );
}

export interface Running extends RunningSlice {
  dispatch(aiService: string, call?: DispatchOptions): Promise<Answer>;
  /** Where media are kept, unless it is a bucket. */
  mediaFolder: string;
}

interface DispatchOptions {
  callId?: string;
  token?: CallerToken;
  text?: string;
  answerSchema?: string;
  settings?: GenerationSettings;
  withoutDefaults?: boolean;
  keepsMedia?: boolean;
  task?: string;
  blind?: boolean;
  deadlineMs?: number;
  signal?: AbortSignal;
  onDelta?: (text: string) => void;
  onProgress?: (fraction: number | undefined) => void;
}

export interface Answer {
  text: string;
  deltas: string[];
  media: Media[];
  ends: DispatchEnd[];
  end: DispatchEnd;
}

/** The service with these rows as its catalog, or without any. */
export async function startRunning(rows: object[] | string, options: StartSliceOptions = {}): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'ai-services-'));
  const file = join(folder, 'services.yaml');
  writeFileSync(file, typeof rows === 'string' ? rows : JSON.stringify(rows));
  const mediaFolder = mkdtempSync(join(tmpdir(), 'media-'));
  const quiet = { MEDIA_FOLDER: mediaFolder, OLLAMA_URL: 'off', LM_STUDIO_URL: 'off', AI_DISPATCH_PROBE_SECONDS: '0' };
  const catalog: Record<string, string> = rows.length > 0 ? { AI_SERVICES_FILE: file } : {};
  // Without the spread there is no wait between attempts; retry.rules.test.ts has the figures.
  const replace = [{ provide: RANDOM, useValue: () => -0.5 }, ...(options.replace ?? [])];
  const slice = await startSlice(service, { ...options, replace, env: { ...quiet, ...catalog, ...options.env } });
  rmSync(folder, { recursive: true });
  const client = slice.client(DispatchServiceDefinition);

  async function dispatch(
    aiService: string,
    {
      callId,
      token,
      text = 'Hi',
      answerSchema,
      settings,
      withoutDefaults,
      keepsMedia,
      task,
      blind,
      onDelta,
      onProgress,
      ...call
    }: DispatchOptions = {},
  ) {
    const messages = [{ role: ChatRole.USER, content: text }];
    const wanted = { answerSchema, settings, withoutDefaults, keepsMedia, task, blind };
    const request = { callId: callId ?? randomUUID(), aiService, messages, ...wanted };
    const deltas: string[] = [];
    const media: Media[] = [];
    const ends: DispatchEnd[] = [];
    const events = client.dispatch(request, { callerToken: token ?? callerToken(aUser()), ...call });
    for await (const { event } of events) {
      if (event?.$case === 'delta') deltas.push(event.delta.text);
      if (event?.$case === 'delta') onDelta?.(event.delta.text);
      if (event?.$case === 'media') media.push(event.media);
      if (event?.$case === 'progress') onProgress?.(event.progress.fraction);
      if (event?.$case === 'end') ends.push(event.end);
    }
    return { text: deltas.join(''), deltas, media, ends, end: ends[0] as DispatchEnd };
  }
  const close = async () => {
    await slice.close();
    rmSync(mediaFolder, { recursive: true, force: true });
  };
  return { ...slice, dispatch, mediaFolder, close };
}
