import type { AiChatAnswer, AiChatEvent, AiChatSession, AiService } from '@polylogue/api-contract';
import { ApiError, isConnectionError } from '@polylogue/web-kit';
import type { ChatCalls, TurnBody } from './ai-chat.api.js';
import type { ChatStore } from './chat-store.js';
import { isActive, repliesOf, type Conversation, type End, type Talk } from './conversation.state.js';
import { delayOf, endOf, endOfStored, failedReply, left, lostConnection, stopped } from './ending.rules.js';
import { setupOf, talkOf } from './talk.rules.js';
import { viewOf } from './view.rules.js';

/** What the user is notified of besides what the transcript shows. */
export type Notice =
  | { kind: 'started' | 'stopped'; talk: Talk }
  | { kind: 'failed'; service: string; error: string }
  | { kind: 'connection' };

/** Everything of the world outside, so that a test can be it. */
export interface ChatWorld {
  calls: ChatCalls;
  notify: (notice: Notice) => void;
  newId: () => string;
  now: () => number;
  random: () => number;
  /** Resolves after so many milliseconds, or at once when the signal aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** A turn whose end is unknown: requested again with the same key, the server answers with the stored one. */
interface Unanswered {
  key: string;
  body: TurnBody;
  side: 0 | 1;
}

const cancelAgainMs = 250;
const maxCancels = 20;
const lookAgainMs = 1_000;

/** Drives a conversation: one turn, a pause, the next turn of the other, until there is a reason to end. */
export class ChatDriver {
  #run: AbortController | undefined;
  #unanswered: Unanswered | undefined;
  /** The sessions whose turns are being read, by turn. */
  readonly #reading = new Map<string, string>();

  constructor(
    private readonly store: ChatStore,
    private readonly world: ChatWorld,
  ) {}

  async start(talk: Talk, message: string): Promise<void> {
    const { calls, newId, now, notify } = this.world;
    const sessionId = newId();
    this.#unanswered = undefined;
    const run = this.#begin();
    this.store.take({ do: 'start', sessionId, talk, message, now: now() });
    try {
      await calls.save(sessionId, { initialMessage: message, setup: setupOf(talk) });
    } catch (fault) {
      return this.#lost(run, '', fault);
    }
    if (run.signal.aborted) return;
    notify({ kind: 'started', talk });
    await this.#drive(run);
  }

  /** Goes on where it ended; its limits count from here. */
  async continue(): Promise<void> {
    const { talk, phase } = this.store.now;
    if (!talk || phase !== 'ended') return;
    const run = this.#begin();
    this.store.take({ do: 'continue' });
    this.world.notify({ kind: 'started', talk });
    await this.#drive(run);
  }

  /** Ends at once, also in the middle of a reply: the server closes the provider's line. */
  async stop(): Promise<void> {
    const { talk, sessionId } = this.store.now;
    if (!talk || !isActive(this.store.now)) return;
    const wasSumming = this.store.now.phase === 'summing';
    this.#run?.abort();
    this.#end(stopped);
    if (!wasSumming) this.world.notify({ kind: 'stopped', talk });
    await this.#cancel(sessionId);
  }

  interject(text: string): void {
    if (text.trim() !== '' && isActive(this.store.now)) this.store.take({ do: 'interject', text: text.trim() });
  }

  /** The page goes away: nothing more is sent. A reply that is being written comes to its own end. */
  leave(): void {
    if (!isActive(this.store.now)) return;
    this.#run?.abort();
    this.#end(left);
  }

  /** Shows a stored conversation; a reply that is still being written is looked after until its end. */
  async open(session: AiChatSession, services: readonly AiService[]): Promise<void> {
    if (isActive(this.store.now)) return;
    this.#unanswered = undefined;
    const run = this.#begin();
    for (let shown = session; !run.signal.aborted;) {
      const end = endOfStored(shown.endReason, shown.endNote);
      this.store.take({ do: 'open', session: shown, talk: talkOf(shown, services), end });
      if (!this.store.now.lines.some(({ status }) => status === 'open')) return;
      await this.world.wait(lookAgainMs, run.signal);
      if (!run.signal.aborted) shown = await this.world.calls.read(session.id).catch(() => shown);
    }
  }

  clear(): void {
    if (isActive(this.store.now)) return;
    this.#run?.abort();
    this.#unanswered = undefined;
    this.store.take({ do: 'clear' });
  }

  /** Lets the moderator sum up what was said. */
  async summarize(): Promise<void> {
    const { talk, phase } = this.store.now;
    if (!talk?.moderator || phase !== 'ended' || repliesOf(this.store.now).length === 0) return;
    await this.#sumUp(this.#begin(), talk.moderator);
  }

  #begin(): AbortController {
    this.#run?.abort();
    return (this.#run = new AbortController());
  }

  async #drive(run: AbortController): Promise<void> {
    while (!run.signal.aborted) {
      if (!(await this.#turn(run))) return;
      const end = endOf(this.store.now);
      if (end) return this.#finish(run, end);
      this.store.take({ do: 'wait' });
      await this.world.wait(delayOf(this.world.random()), run.signal);
    }
  }

  /** One turn. False when the conversation is over with it. */
  async #turn(run: AbortController): Promise<boolean> {
    const { newId, now, calls } = this.world;
    this.store.take({ do: 'take-queued', now: now() });
    const turn = this.#unanswered ?? { key: newId(), ...this.#next(this.store.now) };
    this.#unanswered = turn;
    const { talk } = this.store.now;
    const { name } = talk!.sides[turn.side];
    this.store.take({ do: 'speak', speaker: turn.side, key: turn.key, now: now() });
    const answer = await this.#read(run, turn.key, () => calls.send(turn.body, turn.key));
    if (!answer) return false;
    this.#unanswered = undefined;
    if (run.signal.aborted) return false;
    if (answer.success) return true;
    if (answer.status === 'cancelled') this.#end(stopped);
    else {
      const error = answer.error ?? 'The reply broke off.';
      this.#end(failedReply(name, error));
      this.world.notify({ kind: 'failed', service: name, error });
    }
    return false;
  }

  #next(conversation: Conversation): { body: TurnBody; side: 0 | 1 } {
    const { talk, lines, sessionId } = conversation;
    const side = repliesOf(conversation).at(-1)?.speaker === 0 ? 1 : 0;
    return { side, body: { ...viewOf(side, lines), aiService: talk!.sides[side].aiService, sessionId } };
  }

  /** Reads a turn to its end. Undefined when the connection broke: then its end is unknown. */
  async #read(
    run: AbortController,
    key: string,
    open: () => AsyncIterable<AiChatEvent>,
  ): Promise<AiChatAnswer | undefined> {
    this.#reading.set(key, this.store.now.sessionId);
    try {
      for await (const part of open()) {
        if (part.event === 'delta') this.store.take({ do: 'text', key, text: part.data.text });
        else {
          this.store.take({ do: 'answer', key, answer: part.data, now: this.world.now() });
          return part.data;
        }
      }
      throw new ApiError('The line ended before the reply did.', { status: 0 });
    } catch (fault) {
      this.#lost(run, key, fault);
      return undefined;
    } finally {
      this.#reading.delete(key);
    }
  }

  #lost(run: AbortController, key: string, fault: unknown): void {
    this.store.take({ do: 'broke', key });
    if (run.signal.aborted) return;
    const sentence = fault instanceof ApiError && !isConnectionError(fault) ? fault.sentence : undefined;
    // What the server refused is not taken up again; what it may have stored is.
    if (sentence !== undefined) this.#unanswered = undefined;
    this.#end(sentence === undefined ? lostConnection : { reason: 'connection', note: sentence });
    this.world.notify({ kind: 'connection' });
  }

  async #finish(run: AbortController, end: End): Promise<void> {
    const { talk } = this.store.now;
    this.#end(end);
    if (talk?.moderator) await this.#sumUp(run, talk.moderator);
  }

  async #sumUp(run: AbortController, moderator: NonNullable<Talk['moderator']>): Promise<void> {
    const { newId, now, calls, notify } = this.world;
    const { sessionId, end } = this.store.now;
    const key = newId();
    this.store.take({ do: 'speak', speaker: 'moderator', key, now: now() });
    const answer = await this.#read(run, key, () => calls.summarize(sessionId, moderator.aiService, key));
    if (answer && !answer.success && answer.status !== 'cancelled')
      notify({ kind: 'failed', service: moderator.name, error: answer.error ?? 'The summary broke off.' });
    // Whatever became of the summary, the conversation ended for the reason it ended for.
    if (end) this.store.take({ do: 'end', end });
  }

  #end(end: End): void {
    this.store.take({ do: 'end', end });
    const { sessionId } = this.store.now;
    const { reason, note } = this.store.now.end ?? end;
    this.world.calls.save(sessionId, { endReason: reason, endNote: note.slice(0, 500) }).catch(console.error);
  }

  /** A stop may overtake the turn it stops, so it is said until the turn has ended. */
  async #cancel(sessionId: string): Promise<void> {
    const never = new AbortController().signal;
    const isReading = () => [...this.#reading.values()].includes(sessionId);
    for (let tries = 0; isReading() && tries < maxCancels; tries += 1) {
      await this.world.calls.cancel(sessionId).catch(console.error);
      if (isReading()) await this.world.wait(cancelAgainMs, never);
    }
  }
}
