import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';
import { v4 as uuid } from 'uuid';

/** What this process signs its leases with; another one after every start. */
@Injectable()
export class ProcessIdentity {
  readonly owner = `${hostname()}:${process.pid}:${uuid()}`;
}
