import { Controller, Req, Res } from '@nestjs/common';
import { sendMessageWithFile, type ValidBodyOf } from '@polylogue/api-contract';
import { AllowanceService } from '../allowance/allowance.service.js';
import { IdempotencyKey } from '../http/idempotency-key.js';
import { validBodyOf } from '../http/input.js';
import { goneSignal } from '../http/gone-signal.js';
import { Serves } from '../http/serves.js';
import { BroadcastAnswers } from '../messages/broadcast-answers.js';
import { FilesService } from './files.service.js';
import { readUploads } from './read-upload.js';
import { UploadBudget } from './upload-budget.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

@Controller()
export class FilesController {
  constructor(
    private readonly files: FilesService,
    private readonly budget: UploadBudget,
    private readonly answers: BroadcastAnswers,
    private readonly allowance: AllowanceService,
  ) {}

  @Serves(sendMessageWithFile)
  async send(@IdempotencyKey() key: string | undefined, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const { body, attachments } = await this.#takeIn(request, response);
    const texts = [body.message, ...attachments.map(({ text }) => text)].join('');
    await this.allowance.take(sendMessageWithFile, key, body.selectedAIs, texts);
    await this.answers.jsonOrStream(request, response, (signal) => this.files.send(body, attachments, key, signal));
  }

  /** Before either form of the answer begins, so that what is wrong with a file has its status. */
  async #takeIn(request: HttpRequest, response: HttpResponse) {
    const giveBack = this.budget.take(request.session.userId!, request);
    try {
      const uploads = await readUploads(request, response, sendMessageWithFile.upload!);
      const body = validBodyOf(request, sendMessageWithFile) as ValidBodyOf<typeof sendMessageWithFile>;
      return { body, attachments: await this.files.read(uploads, body.selectedAIs, goneSignal(response)) };
    } finally {
      giveBack();
    }
  }
}
