import { z } from 'zod';
import { route } from './route.js';
import { id } from './scalars.js';

const pin = z.object({ messageId: id.nullable().meta({ description: 'A reply of the broadcast; null unpins.' }) });

export const pinReply = route({
  method: 'PUT',
  path: '/api/broadcasts/{id}/pin',
  summary: 'Pins the best reply of a broadcast, at most one; it shows as pinned in its conversation.',
  access: 'approved',
  body: pin.meta({ id: 'PinReply' }),
  answer: pin.meta({ id: 'Pin' }),
  serverOwned: ['id', 'userId', 'broadcastId', 'pinned'],
});
