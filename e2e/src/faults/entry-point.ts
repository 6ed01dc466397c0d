import type { Account } from '../account.js';
import { Api } from '../api.js';

/** What a cell is played with. */
export interface Stage {
  user: User;
  /** The service that has the fault, and one beside it that answers well. */
  faulty: string;
  well: string;
  /** Sets the fault off; until then the service answers well, where there is anything at its address. */
  breakIt(): Promise<void>;
  /** Calls until what was begun has ended. */
  untilEnded<T>(look: () => Promise<T | undefined>): Promise<T>;
}

/** What became of a request in which one service failed. */
export interface Seen {
  /** The status of the answer. */
  status: number;
  /** What the user is told, and what text of a reply they are shown. */
  sentence?: string | undefined;
  text: string;
  /** What was stored. */
  state: string;
  /** Absent where it is the answer that was read from what is stored. */
  storedSentence?: string | undefined;
  storedText: string;
  /** What became of the healthy service that was asked in the same request. */
  beside?: string | undefined;
}

/** A way to a provider, as a user or a program takes it. */
export interface EntryPoint {
  title: string;
  /** It needs the service to answer well before. */
  needsReply?: boolean;
  play(stage: Stage): Promise<Seen>;
}

/** A user's script; remembers all that it was answered. */
export class User {
  readonly answers: string[] = [];
  readonly api: Api;

  constructor(
    readonly url: string,
    readonly account: Account,
  ) {
    this.api = new Api(url, account);
  }

  /** What was answered, read as it is expected to be. */
  async call<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T; headers: Headers }> {
    return this.read(await this.api.fetch(method, path, body));
  }

  /** As {@link call}; anything but success is a fault of the instrument. */
  async must<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call<T>(method, path, body);
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }

  async read<T>(answer: Response): Promise<{ status: number; body: T; headers: Headers }> {
    const text = await answer.text();
    this.answers.push(text);
    return { status: answer.status, headers: answer.headers, body: (text ? JSON.parse(text) : undefined) as T };
  }
}
