import { contractSentences } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';

/** The same whether there is no such query or none that is started from outside. */
export const webhookNotFound = () =>
  new AppError('not_found', 'webhook_not_found', 'There is no webhook at this address.');

export const wrongSignature = (sentence: string) => new AppError('unauthenticated', 'wrong_signature', sentence);

export const ownerDenied = () =>
  new AppError('forbidden', 'owner_denied', 'The owner of this query may not run it at present.');

export function variablesMissing(names: readonly string[]): AppError {
  const sentence = `The query asks for ${names.map((name) => `{{${name}}}`).join(', ')}, which variables does not give.`;
  const issues = names.map((name) => ({ path: `variables.${name}`, message: `{{${name}}} is missing.` }));
  return new AppError('invalid', 'variable_missing', sentence, { issues });
}

export const filledTooLong = () =>
  new AppError('invalid', 'query_too_long', `With its variables: ${contractSentences.messageTooLong}`);
