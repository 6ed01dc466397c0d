import { Controller, Req, Res } from '@nestjs/common';
import { importConversations, limits } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { goneSignal } from '../http/gone-signal.js';
import { Serves } from '../http/serves.js';
import { tooLarge } from './imports.errors.js';
import { ImportsService } from './imports.service.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

@Controller()
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  @Serves(importConversations)
  async import(@Req() request: HttpRequest, @Res() response: HttpResponse) {
    if (!request.is('application/json')) {
      throw new AppError('unsupported_type', 'unsupported_type', 'Send the export as application/json.');
    }
    // Refused before it is read, where the client sends the length.
    if (Number(request.headers['content-length'] ?? 0) > limits.importBytes) throw refused(response, tooLarge());
    const gone = goneSignal(response);
    try {
      response.json(await this.imports.import(request.user!.id, request, gone));
    } catch (error) {
      throw refused(response, error);
    }
  }
}

// What is left of the body stays unread: the connection cannot serve another request.
function refused<E>(response: HttpResponse, error: E): E {
  if (!response.headersSent) response.setHeader('Connection', 'close').removeHeader('Keep-Alive');
  return error;
}
