import { contractLimits, contractSentences } from '@polylogue/proto';
import { issuesOfKey, type Issue } from '@polylogue/service-kit';

/** An answer as it was requested. */
export interface AnswerRequest {
  mapId: string;
  writer?: string | undefined;
  steering?: string | undefined;
  /** The id of the version to be rewritten. */
  basedOn?: string | undefined;
  idempotencyKey?: string | undefined;
}

/** An answer whose price is asked for: of the wish it is known how long it is. */
export interface AnswerToEstimate extends Pick<AnswerRequest, 'mapId' | 'writer' | 'basedOn'> {
  steeringBytes?: number | undefined;
}

const { answerSteering } = contractLimits;
/** A character takes up to four bytes. */
const maxSteeringBytes = answerSteering * 4;

/** What is wrong with a request, each with a sentence to act on. */
export function issuesOf({ steering, idempotencyKey }: AnswerRequest): Issue[] {
  const issues: Issue[] = [];
  const add = (path: string, message: string) => issues.push({ path, message });
  if (steering?.trim() === '') add('steering', 'Please say what the answer should be like.');
  if (steering !== undefined && steering.length > answerSteering)
    add('steering', `A wish can have at most ${answerSteering} characters.`);
  if (steering?.includes('\0')) add('steering', contractSentences.messageWithNul);
  return [...issues, ...issuesOfKey(idempotencyKey)];
}

/** The same of one whose price is asked for. */
export function issuesOfEstimate(steeringBytes = 1): Issue[] {
  if (steeringBytes >= 1 && steeringBytes <= maxSteeringBytes) return [];
  return [{ path: 'steeringBytes', message: `A wish has between 1 and ${maxSteeringBytes} bytes.` }];
}
