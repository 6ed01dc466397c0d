import { AppError } from '@polylogue/service-kit';

export const conversationNotFound = () =>
  new AppError('not_found', 'conversation_not_found', 'There is no such conversation. It may have been deleted.');

export const badCursor = () =>
  new AppError('invalid', 'invalid_cursor', 'This page does not belong to this list. Start again at its first page.', {
    issues: [{ path: 'cursor', message: 'The cursor was made for another order, or is damaged.' }],
  });
