import {
  MergedAnswersServiceDefinition,
  type CreateMergedAnswerRequest,
  type EstimateMergedAnswerRequest,
  type ListMergedAnswersRequest,
  type MergedAnswer,
  type MergedAnswerEvent,
} from '@polylogue/proto';
import { GrpcEndpoint, mapStream, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { toAgreementMap } from '../agreement/agreement-map.mapper.js';
import { AnswerEstimatesService } from './answer-estimates.service.js';
import { BeginAnswerService } from './begin-answer.service.js';
import { toMergedAnswer, toSentence } from './merged-answer.mapper.js';
import { MergedAnswersService, type AnswerOfMap } from './merged-answers.service.js';
import type { MergedSentence } from './merged-answer.entity.js';

@GrpcEndpoint(MergedAnswersServiceDefinition)
export class MergedAnswersGrpc implements GrpcHandlers<typeof MergedAnswersServiceDefinition> {
  constructor(
    private readonly beginning: BeginAnswerService,
    private readonly estimates: AnswerEstimatesService,
    private readonly answers: MergedAnswersService,
  ) {}

  async createMergedAnswer(request: CreateMergedAnswerRequest, call: CallContext) {
    const caller = call.mustHaveCaller();
    const id = await this.beginning.begin(caller, request);
    return toAnswer(await this.answers.get(caller, id));
  }

  async estimateMergedAnswer(request: EstimateMergedAnswerRequest, call: CallContext) {
    return { estimate: await this.estimates.estimate(call.mustHaveCaller(), request) };
  }

  async getMergedAnswer({ id }: { id: string }, call: CallContext) {
    return toAnswer(await this.answers.get(call.mustHaveCaller(), id));
  }

  async listMergedAnswers({ mapId, messageIds }: ListMergedAnswersRequest, call: CallContext) {
    const caller = call.mustHaveCaller();
    const found = await (mapId === undefined
      ? this.answers.ofReplies(caller, messageIds)
      : this.answers.ofMap(caller, mapId));
    const maps = new Map(found.map(({ map }) => [map.id, map]));
    return { answers: found.map(toAnswer), maps: [...maps.values()].map(toAgreementMap) };
  }

  followMergedAnswer({ id }: { id: string }, call: CallContext): AsyncIterable<MergedAnswerEvent> {
    return mapStream(this.answers.follow(call.mustHaveCaller(), id, call.signal), toEvent);
  }

  async cancelMergedAnswer({ id }: { id: string }, call: CallContext) {
    return { cancelled: await this.answers.cancel(call.mustHaveCaller(), id) };
  }

  async deleteMergedAnswer({ id }: { id: string }, call: CallContext) {
    await this.answers.delete(call.mustHaveCaller(), id);
    return {};
  }
}

const toAnswer = ({ answer, map }: AnswerOfMap): MergedAnswer => toMergedAnswer(answer, map.claims);

function toEvent(event: MergedSentence[] | AnswerOfMap): MergedAnswerEvent {
  if (Array.isArray(event)) return { event: { $case: 'written', written: { sentences: event.map(toSentence) } } };
  return { event: { $case: 'done', done: toAnswer(event) } };
}
