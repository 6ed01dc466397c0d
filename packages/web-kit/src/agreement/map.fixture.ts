import type { AgreementClaim, AgreementMap, AiService, Stance } from '@polylogue/api-contract';

export const uuid = (index: number): string => `0191f0a0-0000-7000-8000-${String(index).padStart(12, '0')}`;
export const round = uuid(1);

export const service = (name: string, displayName: string, known: Partial<AiService> = {}): AiService => ({
  id: name,
  name,
  displayName,
  color: '#0B6472',
  category: 'text',
  status: 'connected',
  demo: false,
  ...known,
});
export const services = [
  service('sage', 'Demo Sage', { color: '#ac430e' }),
  service('brief', 'Demo Brief', { color: '#5b5abc' }),
  service('contrarian', 'Demo Contrarian', { color: '#487906' }),
  service('reader', 'Demo Reader', { color: '#aa3a62' }),
  service('painter', 'Demo Painter', { category: 'image' }),
];
export const replies = [
  { messageId: uuid(11), broadcastId: round },
  { messageId: uuid(12), broadcastId: round },
  { messageId: uuid(13), broadcastId: round },
];

const cell = (index: number, stance: Stance, text?: string) => ({
  messageId: uuid(11 + index),
  stance,
  ...(text === undefined ? {} : { quote: { text, start: 0, end: text.length } }),
});
const claim = (id: number, text: string, agreement: number | null, cells: AgreementClaim['cells']) => ({
  id,
  text,
  agreement,
  cells,
});

/** Three replies, three claims: one disputed, one shared, one that only one reply speaks of. */
export const map = (known: Partial<AgreementMap> = {}): AgreementMap => ({
  id: uuid(21),
  broadcastId: round,
  status: 'completed',
  extractor: { name: 'reader', displayName: 'Demo Reader', color: '#aa3a62' },
  replies: services.slice(0, 3).map(({ name, displayName, color }, index) => ({
    messageId: uuid(11 + index),
    aiService: { name, displayName, color },
  })),
  claims: [
    claim(2, 'A booking system should hold a seat with a lease.', 66.667, [
      cell(0, 'says', 'hold each seat with a lease'),
      cell(1, 'says', 'Take a lease.'),
      cell(2, 'contradicts', 'Leases only move the problem'),
    ]),
    claim(1, 'Time-outs must be shorter than the lease.', 100, [
      cell(0, 'says', 'shorter than the lease'),
      cell(1, 'silent'),
      cell(2, 'says', 'below the lease'),
    ]),
    claim(3, 'Optimistic locking is enough.', null, [
      cell(0, 'silent'),
      cell(1, 'unproven'),
      cell(2, 'says', 'optimistic locking will do'),
    ]),
  ],
  agreement: 83.333,
  responseTime: 4100,
  timestamp: '2026-11-21T09:12:00Z',
  ...known,
});

/** What jsdom lacks of dialogs. */
export function showDialogs(): void {
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
}
