import type { INestApplication } from '@nestjs/common';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { routes } from '@polylogue/api-contract';
import { openApiDocument } from './openapi.rules.js';

/** `/api/openapi.json`, and its reader at `/api/docs`; both are for everybody and load nothing from elsewhere. */
export function serveDocs(app: INestApplication, version: string): void {
  SwaggerModule.setup('api/docs', app, openApiDocument(routes, version) as unknown as OpenAPIObject, {
    raw: ['json'],
    jsonDocumentUrl: '/api/openapi.json',
    customSiteTitle: 'Polylogue API',
    swaggerOptions: { validatorUrl: null },
  });
}
