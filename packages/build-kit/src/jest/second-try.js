// A test that drives real servers and a real browser meets more than it means to. One that fails is tried once more, at the
// end of its block; `npm test` names those that passed only then, with what went wrong (docs/decisions/0018).
import { jest } from '@jest/globals';

jest.retryTimes(1, { logErrorsBeforeRetry: true });
