import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { JsonBodyInterceptor } from './bodies.js';
import { DeniedRequests } from './denied-requests.service.js';
import { HttpErrorFilter } from './http-error.filter.js';

/** What every call has in common: its body is read, and its errors are answered, in one place. */
@Global()
@Module({
  providers: [
    DeniedRequests,
    HttpErrorFilter,
    { provide: APP_FILTER, useExisting: HttpErrorFilter },
    { provide: APP_INTERCEPTOR, useClass: JsonBodyInterceptor },
  ],
  exports: [HttpErrorFilter],
})
export class HttpModule {}
