import { ChatRole, type BacktestCandidate, type ChatMessage, type DispatchRequest } from '@polylogue/proto';

/** The call to a candidate, with a context as it is. Its instructions give way to those of the candidate, where it has any. */
export function candidateRequest(
  candidate: BacktestCandidate,
  context: readonly ChatMessage[],
): Omit<DispatchRequest, 'callId'> {
  const recorded = context.find(({ role }) => role === ChatRole.SYSTEM)?.content;
  const { systemPrompt = recorded, ...others } = candidate.settings ?? {};
  return {
    aiService: candidate.aiService,
    messages: context.filter(({ role }) => role !== ChatRole.SYSTEM),
    settings: { answerSchema: false, ...others, systemPrompt },
  };
}
