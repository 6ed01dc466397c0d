import type { IncomingMessage, ServerResponse } from 'node:http';

/** How the scripted server answers one request, in chat completions or as a Response. */
export interface AiScript {
  /** The text, piece by piece. A promise or function between pieces holds the stream until it settles. */
  chunks?: readonly (string | Promise<unknown> | (() => Promise<unknown>))[];
  /** Waits this long before each piece. */
  delayMs?: number;
  /** With what some vendors say beside the tokens: what was billed. */
  usage?: {
    prompt_tokens: number;
    completion_tokens: number;
    total_tokens: number;
    cost?: number;
    cost_in_usd_ticks?: number;
  };
  finishReason?: string;
  /** What it names as its sources, after the text; a Response has searched the web for them before it. */
  sources?: readonly { url: string; title: string }[];
  /** `hang`: never answers. `cut`: closes the socket after the pieces. `silent`: stays open after them, saying no more.
   *  `malformed`: sends broken JSON after them. `unfinished`: ends properly, but without an end marker. */
  fault?: 'hang' | 'cut' | 'silent' | 'malformed' | 'unfinished';
  /** Answers with this status and a provider's error body instead. */
  status?: number;
  headers?: Record<string, string>;
  errorMessage?: string;
  /** Sends pieces until this many bytes of text went out, or the client leaves. */
  endlessBytes?: number;
  /** Answers by hand. */
  raw?: (request: IncomingMessage, response: ServerResponse, body: string) => void | Promise<void>;
}
