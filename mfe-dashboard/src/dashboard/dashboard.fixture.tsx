import { jest } from '@jest/globals';
import {
  estimateMessage,
  getCurrentUser,
  getPreferences,
  listAiServices,
  listConversations,
  resumeBroadcast,
  sendMessage,
  sendMessageWithFile,
  type AiService,
  type Conversation,
  type Estimate,
  type SendResult,
} from '@polylogue/api-contract';
import { approved, fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { fireEvent, screen } from '@testing-library/react';
import type { SendBody } from '../broadcasts/click.rules.js';
import Dashboard from './dashboard.js';
import { storedConversations } from './stored-conversations.fixture.js';
import { FakeUpload } from './upload.fixture.js';

export const uuid = (index: number): string => `0191f0a0-0000-7000-8000-${String(index).padStart(12, '0')}`;
export const broadcastId = uuid(900);

const service = (name: string, displayName: string, category: AiService['category'] = 'text'): AiService => ({
  id: name,
  name,
  displayName,
  color: '#0B6472',
  category,
  status: 'connected',
  demo: false,
});

export const threeServices = (): AiService[] => [
  service('gpt', 'ChatGPT'),
  service('claude', 'Claude'),
  service('painter', 'Painter', 'image'),
];

/** What the services of the fixture would cost. */
export const anEstimate = (high = 0.09): Estimate => ({
  services: [{ aiService: 'gpt', price: 'known', cost: null, seconds: 20 }],
  cost: { low: high / 3, high, currency: 'USD' },
  seconds: 20,
  judging: null,
});

const targetsOf = (names: readonly string[]) =>
  names.map((aiService, index) => ({ aiService, conversationId: uuid(100 + index), messageId: uuid(200 + index) }));

/** The server's side of one event stream: events go out when a test says so, and so does the break. */
export class FakeStream {
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  readonly response = new Response(
    new ReadableStream<Uint8Array>({ start: (controller) => void (this.#controller = controller) }),
    { headers: { 'content-type': 'text/event-stream' } },
  );

  readonly broadcastId = broadcastId;
  /** How its replies ended. */
  results: readonly SendResult[] = [];

  constructor(
    readonly names: readonly string[],
    readonly message = '',
    private id = 0,
  ) {}

  emit(event: string, data: unknown): this {
    this.id += 1;
    const text = `id: ${this.id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    this.#controller.enqueue(new TextEncoder().encode(text));
    return this;
  }

  accept(): this {
    return this.emit('accepted', { broadcastId, targets: targetsOf(this.names) });
  }

  delta(aiService: string, text: string): this {
    return this.emit('delta', { aiService, messageId: this.messageId(aiService), text });
  }

  messageId(aiService: string): string {
    return targetsOf(this.names).find((target) => target.aiService === aiService)?.messageId ?? '';
  }

  result(aiService: string, known: Partial<SendResult> = {}): SendResult {
    const target = targetsOf(this.names).find((one) => one.aiService === aiService);
    const status = known.status ?? 'completed';
    return { responseTime: 1200, success: status === 'completed', status, ...target, ...known } as SendResult;
  }

  /** Ends the replies given, in order, and the stream. */
  finish(...results: SendResult[]): void {
    this.results = results;
    for (const result of results) this.emit('reply', result);
    this.emit('done', { broadcastId, results });
    this.#controller.close();
  }

  cut(): void {
    this.#controller.error(new TypeError('network error'));
  }
}

/** The dashboard before a fake `/api`, with what jsdom lacks. */
export function startDashboard(known: { services?: AiService[]; conversations?: Conversation[] | Response } = {}): {
  api: FakeApi;
  streams: FakeStream[];
  unmount: () => void;
} {
  globalThis.ResizeObserver ??= class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  };
  Element.prototype.scrollIntoView ??= () => undefined;
  HTMLElement.prototype.showPopover ??= () => undefined;
  HTMLElement.prototype.hidePopover ??= () => undefined;
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  globalThis.MessageChannel ??= class {
    port1: { onmessage?: () => void } = {};
    port2 = { postMessage: () => void setTimeout(() => this.port1.onmessage?.()) };
  } as unknown as typeof MessageChannel;
  URL.createObjectURL ??= () => 'blob:made';
  URL.revokeObjectURL ??= () => undefined;
  globalThis.XMLHttpRequest = FakeUpload as unknown as typeof XMLHttpRequest;
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const streams: FakeStream[] = [];
  const services = known.services ?? threeServices();
  const open = (names: readonly string[], message?: string) => {
    streams.push(new FakeStream(names, message));
    return streams.at(-1)!.response;
  };
  const api = fakeApi([
    [getCurrentUser, approved],
    [getPreferences, { askAbove: 1 }],
    [estimateMessage, anEstimate()],
    [listAiServices, services],
    [listConversations, known.conversations ?? (() => storedConversations(services, streams))],
    [sendMessage, ({ body }: { body: SendBody }) => open(body.selectedAIs, body.message)],
    [
      sendMessageWithFile,
      ({ body }: { body: unknown }) => open(JSON.parse(String((body as FormData).get('selectedAIs'))) as string[]),
    ],
    [resumeBroadcast, () => open(['gpt'])],
  ]);
  const { unmount } = renderScreen(<Dashboard />);
  return { api, streams, unmount };
}

export const box = (): Promise<HTMLTextAreaElement> => screen.findByRole('textbox', { name: 'Message' });
export const panel = (name: string): HTMLElement => screen.getByRole('region', { name });

export async function type(message: string): Promise<HTMLTextAreaElement> {
  const area = await box();
  fireEvent.change(area, { target: { value: message } });
  return area;
}

export async function send(message: string): Promise<void> {
  await type(message);
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
}
