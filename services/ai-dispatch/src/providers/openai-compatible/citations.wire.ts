import { z } from 'zod';
import type { SourcePart } from '../provider.js';

/** Where compatible servers name their sources, beside the choices of an event. */
export interface WireCitations {
  /** Perplexity and xAI: addresses. */
  citations?: unknown;
  /** Perplexity: the same with titles. */
  search_results?: unknown;
}

const text = z.string().nullish().catch(undefined);
const page = z.object({ url: text, title: text });
const pageOrAddress = z.union([z.string().transform((url) => ({ url, title: undefined })), page]);
// OpenRouter and OpenAI's search models.
const annotation = z.object({ url_citation: page }).transform(({ url_citation }) => url_citation);

type Page = z.infer<typeof page>;

/** Reads the sources of one reply as its events name them. What is malformed is passed over. */
export class CitationReader {
  private readonly read = { citations: 0, search_results: 0 };

  /** The sources an event adds; none for almost every event. */
  take(wire: WireCitations, annotations: unknown): SourcePart[] | undefined {
    if (wire.search_results === undefined && wire.citations === undefined && annotations === undefined)
      return undefined;
    const pages = [
      ...this.further(wire, 'search_results'),
      ...this.further(wire, 'citations'),
      ...pagesIn(annotations, annotation),
    ];
    return pages.map(({ url, title }) => ({ type: 'source', url: url ?? undefined, title: title ?? undefined }));
  }

  /** Perplexity repeats all of its sources with every token. */
  private further(wire: WireCitations, list: keyof WireCitations): Page[] {
    const items = wire[list];
    if (!Array.isArray(items) || items.length <= this.read[list]) return [];
    const added = items.slice(this.read[list]);
    this.read[list] = items.length;
    return pagesIn(added, pageOrAddress);
  }
}

function pagesIn(items: unknown, shape: z.ZodType<Page>): Page[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item) => {
    const { data } = shape.safeParse(item);
    return data ? [data] : [];
  });
}
