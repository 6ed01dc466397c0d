import { createHash, hash } from 'node:crypto';
import type { Generation, GenerationSettings, SentBody } from '@polylogue/proto';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import type { MetadataPart, SourcePart } from '../providers/provider.js';

const maxSources = 64;
const maxUrlLength = 2_048;
const maxTitleLength = 300;
const maxModelLength = 200;
const maxWarnings = 16;
const maxWarningLength = 300;

type Service = Pick<AiServiceEntry, 'displayName' | 'color' | 'model'>;

/** Collects how a reply was generated while it comes. What vendors send is bounded here, so that it can be kept. */
export class GenerationRecord {
  private responseModel: string | undefined;
  private reasoning = '';
  private sentBody: SentBody | undefined;
  // Made when there is something to keep: most replies have none of these, and thousands of replies are open at a time.
  private warnings: Set<string> | undefined;
  private sources: Map<string, { url?: string | undefined; title?: string | undefined }> | undefined;
  /** Hashes: addresses may be long, and there may be thousands. */
  private omitted: Set<string> | undefined;

  noteMetadata({ responseModel, warnings = [] }: Omit<MetadataPart, 'type'>): void {
    this.responseModel ??= responseModel && clean(responseModel, maxModelLength);
    for (const warning of warnings) {
      this.warnings ??= new Set();
      if (this.warnings.size < maxWarnings) this.warnings.add(clean(warning, maxWarningLength));
    }
  }

  /** The last body counts: what a retry sent is what was answered. */
  noteSent(body: string): void {
    this.sentBody = digestOf(body);
  }

  noteReasoning(text: string): void {
    this.reasoning += text;
  }

  /** An address counts once; a title that comes later is added to it. One too long to be kept whole leads nowhere. */
  noteSource({ url, title }: Omit<SourcePart, 'type'>): void {
    const address = url !== undefined && url.length <= maxUrlLength ? clean(url, maxUrlLength) : undefined;
    const name = title === undefined ? undefined : clean(title, maxTitleLength);
    if (!address && !name) return;
    const key = address ?? `title ${name}`;
    this.sources ??= new Map();
    const known = this.sources.get(key);
    if (known) known.title ??= name;
    else if (this.sources.size < maxSources) this.sources.set(key, { url: address, title: name });
    else (this.omitted ??= new Set()).add(createHash('sha256').update(key).digest('base64'));
  }

  /**
   * @param sent what went out with the request.
   * @param sawPictures whether the pictures of the question went with it; undefined when it has none.
   */
  of({ displayName, color, model }: Service, sent: GenerationSettings, sawPictures?: boolean): Generation {
    return {
      displayName,
      color,
      model,
      responseModel: this.responseModel,
      settings: sent,
      warnings: [...(this.warnings ?? [])],
      sources: [...(this.sources?.values() ?? [])],
      sourcesOmitted: this.omitted?.size ?? 0,
      sentBody: this.sentBody,
      sawPictures,
      reasoning: this.reasoning === '' ? undefined : clean(this.reasoning),
    };
  }
}

/** Lets a body made again be compared with the one that was sent. */
export const digestOf = (body: string): SentBody => ({
  sha256: hash('sha256', body),
  bytes: Buffer.byteLength(body),
});

/** Postgres stores neither NUL nor half a surrogate pair, and no text has a use for them. */
function clean(text: string, length?: number): string {
  return text.slice(0, length).replace(/\0|\p{Surrogate}/gu, '\uFFFD');
}
