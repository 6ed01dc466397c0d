import type { MergedAnswer, MergedSentence } from '@polylogue/api-contract';
import { uuid } from './map.fixture.js';

export const sentence = (
  text: string,
  claims: number[] = [1],
  standing: MergedSentence['standing'] = 'proven',
  known: Partial<MergedSentence> = {},
): MergedSentence => ({ text, claims, standing, startsParagraph: false, added: false, ...known });

/** An answer from the map of the fixture: a proven sentence, an unproven one, and the disputed claim. */
export const answer = (known: Partial<MergedAnswer> = {}): MergedAnswer => ({
  id: uuid(31),
  mapId: uuid(21),
  version: 1,
  status: 'completed',
  writer: { name: 'reader', displayName: 'Demo Reader', color: '#aa3a62' },
  question: 'How are seats booked?',
  sentences: [
    sentence('Keep time-outs below the lease.', [1]),
    sentence('That is easy.', [], 'unproven'),
    sentence('A booking system should hold a seat with a lease.', [2], 'disputed', {
      startsParagraph: true,
      added: true,
    }),
  ],
  responseTime: 2100,
  timestamp: '2026-11-21T09:14:00Z',
  ...known,
});
