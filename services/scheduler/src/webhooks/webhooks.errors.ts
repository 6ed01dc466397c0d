import { AppError } from '@polylogue/service-kit';

/** The same whether there is no such query or none that is started from outside. */
export const webhookNotFound = () =>
  new AppError('not_found', 'webhook_not_found', 'There is no webhook at this address.');

export const wrongSignature = (sentence: string) => new AppError('unauthenticated', 'wrong_signature', sentence);

export const ownerDenied = () =>
  new AppError('forbidden', 'owner_denied', 'The owner of this query may not run it at present.');
