import type { Request, Response } from 'express';
import multer from 'multer';
import { limits } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { checkedName, uploadError } from './upload.rules.js';

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
    files: 1,
    fields: 8,
    parts: 9,
    fieldNameSize: 50,
    // Four bytes for each character.
    fieldSize: limits.messageLength * 4,
    headerPairs: 20,
  },
});

/** Takes a form in: its one file into memory, its text fields into the request's body. */
export async function readUpload(request: Request, response: Response, field: string): Promise<Upload> {
  if (!request.is('multipart/form-data')) {
    throw new AppError('unsupported_type', 'unsupported_type', 'Send the form as multipart/form-data.');
  }
  await new Promise<void>((resolve, reject) => {
    upload.single(field)(request, response, (fault: unknown) => (fault ? reject(uploadError(fault)) : resolve()));
  });
  return { name: checkedName(request.file?.originalname), content: request.file!.buffer };
}
