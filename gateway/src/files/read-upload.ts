import multer from 'multer';
import { limits } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { checkedName, noFile, uploadError } from './upload.rules.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

export interface Upload {
  name: string;
  content: Buffer;
}

const upload = multer({
  storage: multer.memoryStorage(),
  // Names in UTF-8, as browsers send them.
  defParamCharset: 'utf8',
  limits: {
    fileSize: limits.attachmentBytes,
    files: limits.attachments,
    fields: 8,
    parts: 8 + limits.attachments,
    fieldNameSize: 50,
    // Four bytes for each character.
    fieldSize: limits.messageLength * 4,
    headerPairs: 20,
  },
});

/** Takes a form in: its files into memory, its text fields into the request's body. */
export async function readUploads(request: HttpRequest, response: HttpResponse, field: string): Promise<Upload[]> {
  if (!request.is('multipart/form-data')) {
    throw new AppError('unsupported_type', 'unsupported_type', 'Send the form as multipart/form-data.');
  }
  await new Promise<void>((resolve, reject) => {
    upload.array(field, limits.attachments)(request, response, (fault: unknown) =>
      fault ? reject(uploadError(fault)) : resolve(),
    );
  });
  // There is no list where the form names an empty boundary.
  const files = (request.files ?? []) as Express.Multer.File[];
  if (files.length === 0) throw noFile();
  return files.map(({ originalname, buffer }) => ({ name: checkedName(originalname), content: buffer }));
}
