import express, { type RequestHandler } from 'express';
import { limits } from '@polylogue/api-contract';

/** JSON for every call; a form only where a page posts one. Anything else stays unread and is refused with 415. */
export const jsonBody: RequestHandler = express.json({ limit: limits.bodyBytes });

export const formBody: RequestHandler = express.urlencoded({ extended: false, limit: 16 * 1024, parameterLimit: 20 });
