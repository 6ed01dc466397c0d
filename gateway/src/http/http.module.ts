import { Global, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { DeniedRequests } from './denied-requests.service.js';
import { HttpErrorFilter } from './http-error.filter.js';

/** What every call has in common: its errors are answered in one place. */
@Global()
@Module({
  providers: [DeniedRequests, HttpErrorFilter, { provide: APP_FILTER, useExisting: HttpErrorFilter }],
  exports: [HttpErrorFilter],
})
export class HttpModule {}
