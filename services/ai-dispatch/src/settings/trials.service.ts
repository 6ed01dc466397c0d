import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { DispatchEnd } from '@polylogue/proto';
import type { CallContext, Caller } from '@polylogue/service-kit';
import type { AiServiceEntry, ConfiguredRow, ServiceStatus } from '../catalog/ai-service.entity.js';
import { CatalogService } from '../catalog/catalog.service.js';
import { DispatchService } from '../dispatch/dispatch.service.js';
import type { FailureCode } from '../providers/failures.rules.js';
import { ProviderError } from '../providers/provider.errors.js';
import type { ProbeAnswer } from '../providers/provider.js';
import { SettingsService } from './settings.service.js';

/** What a test showed. */
export interface Trial {
  isWell: boolean;
  sentence: string;
  code?: string;
  totalMs: number;
  reply?: string;
  status: ServiceStatus;
}

type Found = Omit<Trial, 'totalMs' | 'status'>;
type Call = Pick<CallContext, 'signal' | 'onLeft' | 'deadline'>;

const probeMs = 10_000;
const enoughText = 160;
const question = 'Say hello in one short sentence.';

/** Tries a service as it is configured now: something free first and, where it writes text, one short sentence. */
@Injectable()
export class TrialsService {
  constructor(
    private readonly catalog: CatalogService,
    private readonly dispatches: DispatchService,
    private readonly settings: SettingsService,
  ) {}

  async test(caller: Caller, name: string, call: Call): Promise<Trial> {
    caller.mustBeAdmin();
    const row = this.catalog.getConfigured(name);
    await this.settings.recordTest(caller, name);
    const startedAt = performance.now();
    const found = await this.#try(caller, row, call);
    return { ...found, totalMs: Math.round(performance.now() - startedAt), status: this.catalog.statusOf(name) };
  }

  async #try(caller: Caller, { entry, keyState }: ConfiguredRow, call: Call): Promise<Found> {
    if (keyState === 'unreadable') {
      return bad('key_unreadable', `The key of ${entry.displayName} cannot be opened any more. Set it again.`);
    }
    try {
      const answer = await this.#probe(entry, call.signal);
      return entry.category === 'text' ? await this.#stream(caller, entry, call) : reached(entry, answer);
    } catch (thrown) {
      if (!(thrown instanceof ProviderError)) throw thrown;
      return bad(thrown.failure.code, thrown.sentenceFor(entry.displayName));
    }
  }

  async #probe(entry: AiServiceEntry, signal: AbortSignal): Promise<ProbeAnswer> {
    try {
      const provider = this.catalog.providerOf(entry);
      const answer = await provider.probe(AbortSignal.any([signal, AbortSignal.timeout(probeMs)]));
      this.catalog.note(entry.name, { by: 'administrator', answer });
      return answer;
    } catch (thrown) {
      const failed = thrown instanceof ProviderError ? thrown : new ProviderError('unreachable');
      this.catalog.note(entry.name, { by: 'administrator', answer: failed.failure.code });
      throw failed;
    }
  }

  /** A call like any other, with its line in the ledger; a long answer is not waited for. */
  async #stream(caller: Caller, entry: AiServiceEntry, call: Call): Promise<Found> {
    const input = {
      callId: randomUUID(),
      aiService: entry.name,
      messages: [{ role: 'user' as const, content: question }],
    };
    let reply = '';
    let end: DispatchEnd | undefined;
    for await (const { event } of this.dispatches.dispatch(caller, input, call, entry)) {
      if (event?.$case === 'delta') reply += event.delta.text;
      if (event?.$case === 'end') end = event.end;
      if (reply.length >= enoughText) break;
    }
    // The ledger notes the same when it closes the call; the answer of the test must not be older.
    const code = end?.error?.code as FailureCode | undefined;
    this.catalog.note(entry.name, { by: 'call', answer: code ?? 'connected' });
    if (end?.error) return bad(end.error.code, end.error.sentence);
    if (reply.trim() === '')
      return bad('empty_reply', `${entry.displayName} can be reached, but said nothing. Check its model.`);
    return { isWell: true, sentence: `${entry.displayName} works.`, reply: reply.slice(0, enoughText) };
  }
}

const bad = (code: string, sentence: string): Found => ({ isWell: false, code, sentence });

function reached({ displayName }: AiServiceEntry, answer: ProbeAnswer): Found {
  const sentence =
    answer === 'connected'
      ? `${displayName} can be reached and takes the key.`
      : `${displayName} can be reached; whether it takes the key shows with the first message.`;
  return { isWell: true, sentence };
}
