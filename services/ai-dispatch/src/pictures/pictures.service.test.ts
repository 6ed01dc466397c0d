import { expect, it } from '@jest/globals';
import type { Caller } from '@polylogue/service-kit';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import type { MediaService } from '../media/media.service.js';
import type { PictureBytes } from '../providers/provider.js';
import { PicturesService } from './pictures.service.js';

const caller = { userId: 'ada' } as Caller;
const entry = { sees: true, provider: 'openai-compatible', category: 'text' } as AiServiceEntry;
const question = (...ids: string[]) => [
  {
    role: 'user' as const,
    content: 'Hm?',
    pictures: ids.map((mediaId) => ({ mediaId, name: `${mediaId}.png`, width: 8, height: 6 })),
  },
];

it('waits for a picture however many others are read meanwhile', async () => {
  const picture = { type: 'image/png', bytes: Buffer.alloc(1024 * 1024) };
  let release = () => {};
  const slow = new Promise<PictureBytes>((resolve) => (release = () => resolve(picture)));
  const load = (_caller: Caller, id: string) => (id === 'slow' ? slow : Promise.resolve(picture));
  const pictures = new PicturesService({ load } as unknown as MediaService);
  const waiting = pictures.show(caller, entry, question('slow'));
  for (let n = 0; n < 33; n += 1) await pictures.show(caller, entry, question(`other-${n}`));
  release();
  const [message] = await waiting;
  expect(message?.pictures?.map(({ bytes }) => bytes.length)).toEqual([picture.bytes.length]);
});
