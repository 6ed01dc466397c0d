import type { NoticeTarget } from '@polylogue/api-contract';

export const aTarget = (change: Partial<NoticeTarget> = {}): NoticeTarget => ({
  id: '01939c11-0000-7000-8000-000000000001',
  kind: 'webhook',
  maskedAddress: 'https://example.org/…abc',
  noticeKinds: ['run_failed'],
  quietHours: null,
  isEnabled: true,
  isConfirmed: true,
  createdAt: '2026-11-23T08:00:00.000Z',
  last: null,
  waiting: 0,
  givenUp: 0,
  ...change,
});
