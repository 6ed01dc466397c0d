import type { DynamicModule, InjectionToken, NestApplicationOptions } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { NestMaker } from '@polylogue/service-kit';

/** A provider, and what stands for it in a test. */
export interface Replacement {
  provide: InjectionToken;
  useValue: unknown;
}

/** Makes a slice's application with Nest's testing module: the same modules and endpoints, some providers replaced. */
export function testingNest(replacements: readonly Replacement[] = []): NestMaker {
  const compile = (module: DynamicModule, { logger }: NestApplicationOptions) => {
    const builder = Test.createTestingModule({ imports: [module] });
    if (logger && typeof logger === 'object' && !Array.isArray(logger)) builder.setLogger(logger);
    for (const { provide, useValue } of replacements) builder.overrideProvider(provide).useValue(useValue);
    return builder.compile();
  };
  return {
    create: async (module, options) => (await compile(module, options)).createNestApplication(options),
    createMicroservice: async (module, options) => (await compile(module, options)).createNestMicroservice(options),
    createApplicationContext: compile,
  };
}
