import { ClaimsServiceDefinition, stance, type EstimateReadingRequest, type ReadClaimsRequest } from '@polylogue/proto';
import { AppError, GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { invalidReading } from './agreement.errors.js';
import { ClaimReadingService } from './claim-reading.service.js';
import { ReadingEstimatesService } from './reading-estimates.service.js';

const max = { known: 80, texts: 160, focus: 500 };

@GrpcEndpoint(ClaimsServiceDefinition)
export class ClaimsGrpc implements GrpcHandlers<typeof ClaimsServiceDefinition> {
  constructor(
    private readonly reading: ClaimReadingService,
    private readonly estimates: ReadingEstimatesService,
  ) {}

  async readClaims(request: ReadClaimsRequest, call: CallContext) {
    const { userId, apiKey } = call.mustHaveCaller();
    call.mustHaveCaller().mustBeApproved();
    const { knownClaims: known, onlyKnown, ...others } = request;
    if (request.texts.length === 0) throw invalidReading('There is no text to read.');
    if (request.texts.length > max.texts) throw invalidReading(`At most ${max.texts} texts can be read at once.`);
    if (known.length > max.known) throw invalidReading(`At most ${max.known} claims can be looked for at once.`);
    if ((request.focus ?? '').length > max.focus)
      throw invalidReading(`What counts can have at most ${max.focus} characters.`);
    if (new Set(request.texts.map(({ id }) => id)).size < request.texts.length)
      throw invalidReading('Each text needs a name of its own.');
    const read = await this.reading.read({ ...others, userId, apiKey, known, onlyKnown, signal: call.signal });
    if (!read) throw new AppError('unavailable', 'cancelled', 'The reading was stopped.');
    return {
      ...read,
      claims: read.claims.map(({ text, cells }) => ({
        text,
        cells: cells.map((cell) => ({ stance: stance.fromWord(cell.stance), quote: cell.quote })),
      })),
    };
  }

  async estimateReading({ texts, ...request }: EstimateReadingRequest, call: CallContext) {
    const caller = call.mustHaveCaller();
    caller.mustBeApproved();
    if (texts.length === 0 || texts.length > max.texts)
      throw invalidReading(`From 1 to ${max.texts} texts can be read at once.`);
    return { estimate: await this.estimates.estimate(caller, { ...request, texts }) };
  }
}
