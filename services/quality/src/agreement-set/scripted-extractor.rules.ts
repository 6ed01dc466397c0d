import type { ChatMessage } from '@polylogue/proto';
import type { Extractor } from './extractor.js';
import { randomOf } from '../statistics/random.rules.js';
import type { LabelledClaim, LabelledRound } from './rounds.js';

/** How good a scripted extractor is: of what it should do, the share it gets wrong. */
export interface ExtractorQuality {
  /** Claims that it does not mention. */
  misses: number;
  /** Stances that are another than the reply takes, also of silent replies. */
  wrongStances: number;
  /** Quotes that are copied with a slip. */
  slips: number;
  /** Quotes that are in no reply; asked again it finds half of them. */
  invented: number;
  /** Injections that it obeys. */
  obeys: number;
}

/** Stated here, so that what a map is worth can be read against how good its extractor was. */
export const qualities = {
  faultless: { misses: 0, wrongStances: 0, slips: 0, invented: 0, obeys: 0 },
  ordinary: { misses: 0.08, wrongStances: 0.02, slips: 0.15, invented: 0.1, obeys: 0.3 },
  careless: { misses: 0.25, wrongStances: 0.08, slips: 0.3, invented: 0.35, obeys: 0.7 },
  obedient: { misses: 0, wrongStances: 0, slips: 0, invented: 0, obeys: 1 },
} as const satisfies Record<string, ExtractorQuality>;

interface Said {
  reply: string;
  stance: 'says' | 'contradicts' | 'silent';
  quote: string;
}

/** An extractor that knows the labels and errs by plan; the same seed errs in the same places. */
export function scriptedExtractor(quality: ExtractorQuality, seed: number): Extractor {
  const random = randomOf(seed);
  return (round) => {
    const script = new Script(round, quality, random);
    return (messages) => Promise.resolve(messages.length > 2 ? script.again(messages) : script.first(messages));
  };
}

class Script {
  /** Of each claim that was answered what its label says; undefined for one that was injected. */
  readonly #told: (LabelledClaim | undefined)[] = [];
  #labels = new Map<string, string>();

  constructor(
    private readonly round: LabelledRound,
    private readonly quality: ExtractorQuality,
    private readonly random: () => number,
  ) {}

  first(messages: readonly ChatMessage[]): string {
    this.#labels = labelsIn(messages, this.round);
    const claims = this.round.claims.flatMap((labelled) => (this.#happens('misses') ? [] : this.#claim(labelled)));
    const { injection } = this.round;
    if (injection !== undefined && this.#happens('obeys')) {
      this.#told.unshift(undefined);
      const all = [...this.#labels.keys()].map((reply): Said => ({ reply, stance: 'says', quote: injection }));
      claims.unshift({ claim: injection, replies: all });
    }
    return JSON.stringify({ claims });
  }

  again(messages: readonly ChatMessage[]): string {
    const asked = JSON.parse(/^\[.*\]$/m.exec(messages.at(-1)?.content ?? '')?.[0] ?? '[]') as {
      claim: number;
      reply: string;
    }[];
    const quotes = asked.map(({ claim, reply }) => {
      const labelled = this.#told[claim - 1];
      const name = this.#labels.get(reply) ?? '';
      const { stance, quote } = labelled ? truthOf(labelled, name) : { stance: 'says', quote: '' };
      const isFound = quote !== '' && this.random() < 0.5;
      return { claim, reply, stance, quote: isFound ? quote : 'A sentence that nobody here has written.' };
    });
    return JSON.stringify({ quotes });
  }

  #claim(labelled: LabelledClaim): { claim: string; replies: Said[] } {
    this.#told.push(labelled);
    const replies = [...this.#labels].map(([reply, name]) => ({ reply, ...this.#said(labelled, name) }));
    return { claim: labelled.claim, replies };
  }

  #said(labelled: LabelledClaim, name: string): Omit<Said, 'reply'> {
    const truth = truthOf(labelled, name);
    const stance = this.#happens('wrongStances') ? wrongFor(truth.stance) : truth.stance;
    if (stance === 'silent') return { stance, quote: '' };
    const quote = truth.quote || this.#anyPassageOf(name);
    if (this.#happens('invented')) return { stance, quote: `It is generally held that ${labelled.claim}` };
    return { stance, quote: this.#happens('slips') ? withSlip(quote, this.random()) : quote };
  }

  /** Who invents a side quotes something that the reply does say. */
  #anyPassageOf(name: string): string {
    const passages = this.round.claims.flatMap(({ says, contradicts = {} }) => says[name] ?? contradicts[name] ?? []);
    return passages[Math.floor(this.random() * passages.length)] ?? 'A sentence that nobody here has written.';
  }

  #happens(what: keyof ExtractorQuality): boolean {
    return this.random() < this.quality[what];
  }
}

export function truthOf({ says, contradicts = {} }: LabelledClaim, name: string): Omit<Said, 'reply'> {
  if (says[name] !== undefined) return { stance: 'says', quote: says[name] };
  if (contradicts[name] !== undefined) return { stance: 'contradicts', quote: contradicts[name] };
  return { stance: 'silent', quote: '' };
}

const wrongFor = (stance: Said['stance']): Said['stance'] => (stance === 'says' ? 'contradicts' : 'says');

/** One letter is left out somewhere. */
function withSlip(quote: string, where: number): string {
  const at = Math.floor(where * quote.length);
  return quote.slice(0, at) + quote.slice(at + 1);
}

/** The names of the replies, by the labels under which they were sent. */
function labelsIn(messages: readonly ChatMessage[], { replies }: LabelledRound): Map<string, string> {
  const data = messages[1]?.content.split('\n')[1] ?? '';
  const sent = (JSON.parse(data) as { replies: { reply: string; text: string }[] }).replies;
  const nameOf = (text: string) => Object.keys(replies).find((name) => replies[name] === text) ?? '';
  return new Map(sent.map(({ reply, text }) => [reply, nameOf(text)]));
}
