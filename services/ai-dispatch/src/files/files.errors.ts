import { AppError } from '@polylogue/service-kit';
import { fileFaults, type FileFaultCode } from './file-faults.js';

export function fileError(code: FileFaultCode): AppError {
  const [kind, sentence] = fileFaults[code];
  return new AppError(kind, code, sentence, { issues: [{ path: 'file', message: sentence }] });
}

export const tooManyFiles = () =>
  new AppError('unavailable', 'files_busy', 'Many files are being read right now. Please try again in a moment.', {
    retryAfterSeconds: 5,
  });
