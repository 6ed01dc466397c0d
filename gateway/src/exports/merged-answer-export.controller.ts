import { Controller, Res } from '@nestjs/common';
import { exportMergedAnswer } from '@polylogue/api-contract';
import type { z } from 'zod';
import { PathId, ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { MergedAnswersService } from '../merged-answers/merged-answers.service.js';
import { mergedAnswerDocument } from './merged-answer-html.writer.js';
import { mergedAnswerPage } from './merged-answer-markdown.writer.js';
import type { HttpResponse } from '../http/http-messages.js';

const writers = {
  md: { type: 'text/markdown; charset=utf-8', write: mergedAnswerPage },
  html: { type: 'text/html; charset=utf-8', write: mergedAnswerDocument },
};

@Controller()
export class MergedAnswerExportController {
  constructor(private readonly answers: MergedAnswersService) {}

  @Serves(exportMergedAnswer)
  async export(
    @PathId() id: string,
    @ValidQuery() { format }: z.output<NonNullable<(typeof exportMergedAnswer)['query']>>,
    @Res() response: HttpResponse,
  ) {
    const { answer, map } = await this.answers.withMap(id);
    const { type, write } = writers[format];
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Disposition', `attachment; filename="answer-${id}.${format}"`);
    response.send(write(answer, map));
  }
}
