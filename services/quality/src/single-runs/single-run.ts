import { Run, type CallingKey } from '@polylogue/service-kit';

/** Something that is requested once and paid for: by whom, and under which key. */
export interface RequestedRun {
  id: string;
  userId: string;
  apiKey?: CallingKey | undefined;
}

/** A run that this process has begun, and that none begins again. */
export class SingleRun extends Run<string> {
  /** Writes under another fence do not count. */
  readonly fence = 0;
  /** By which it was asked for; its budget counts the calls. */
  readonly apiKey: CallingKey | undefined;

  constructor({ id, userId, apiKey }: RequestedRun) {
    super(id, userId);
    this.apiKey = apiKey;
  }
}
