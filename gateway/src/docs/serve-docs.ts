import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, RequestHandler } from 'express';
import { routes } from '@polylogue/api-contract';
import { openApiDocument } from './openapi.rules.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

const reader = '/api/docs';
const document = '/api/openapi.json';

class Docs {}

/** `/api/openapi.json`, and its reader at `/api/docs`; both are public and load nothing from elsewhere. */
export function serveDocs(app: INestApplication, version: string): void {
  let docs: Promise<RequestHandler> | undefined;
  app.use((request: HttpRequest, response: HttpResponse, next: NextFunction) => {
    const { path } = request;
    if (path !== document && path !== reader && !path.startsWith(`${reader}/`)) return next();
    docs ??= makeDocs(version);
    docs.then((answer) => answer(request, response, next)).catch(next);
  });
}

/** Made on the first request: the reader is a sixth of all files the servers would load at their start. */
async function makeDocs(version: string): Promise<RequestHandler> {
  const { SwaggerModule } = await import('@nestjs/swagger');
  const docs = await NestFactory.create<NestExpressApplication>(Docs, { logger: false });
  docs.disable('x-powered-by');
  SwaggerModule.setup(reader, docs, openApiDocument(routes, version) as unknown as OpenAPIObject, {
    raw: ['json'],
    jsonDocumentUrl: document,
    customSiteTitle: 'Polylogue API',
    swaggerOptions: { validatorUrl: null },
  });
  return docs.getHttpAdapter().getInstance() as RequestHandler;
}
