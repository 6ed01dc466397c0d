import { AppError } from '@polylogue/service-kit';

/** More claims than any map has. */
const maxClaims = 100;

/** Whether these are numbers of claims, each once. */
export const areClaims = (claims: readonly number[]): boolean =>
  new Set(claims).size === claims.length && claims.every((claim) => claim >= 1 && claim <= maxClaims);

export const damaged = () => {
  const sentence = 'A merged answer or a settled dispute in the file is damaged. Nothing was imported.';
  const issues = [{ path: 'records', message: sentence }];
  return new AppError('invalid', 'invalid_import', sentence, { issues });
};
