import { Injectable } from '@nestjs/common';
import type { CallEstimate } from '@polylogue/proto';
import type { Caller } from '@polylogue/service-kit';
import { EstimatesClient } from '../clients/estimates.client.js';
import { AnswerMatterService, writingMatterOf } from './answer-matter.service.js';
import { issuesOfEstimate, type AnswerToEstimate } from './answer-request.rules.js';
import * as errors from './merged-answers.errors.js';
import { writerMessages, writingTask } from './writing.service.js';

/** What a version would cost before it is written: the messages its writer would be sent, without being sent. */
@Injectable()
export class AnswerEstimatesService {
  constructor(
    private readonly matter: AnswerMatterService,
    private readonly estimates: EstimatesClient,
  ) {}

  async estimate(caller: Caller, { steeringBytes, ...requested }: AnswerToEstimate): Promise<CallEstimate> {
    caller.mustBeApproved();
    const issues = issuesOfEstimate(steeringBytes);
    if (issues.length > 0) throw errors.invalidAnswer(issues);
    const { userId } = caller;
    const matter = await this.matter.read(userId, requested);
    const steering = steeringBytes === undefined ? undefined : 'x'.repeat(steeringBytes);
    const messages = writerMessages(writingMatterOf(matter, steering));
    const call = { aiService: matter.writer, task: writingTask, messages };
    const [estimate] = await this.estimates.estimate(userId, [call]);
    if (!estimate) throw errors.noWriter();
    return estimate;
  }
}
