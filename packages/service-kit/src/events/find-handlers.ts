import type { INestApplicationContext } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { subjectOf, type EventHandler, type NamedHandler } from './consumes.js';

/** Every `@Consumes` method of an application's providers. */
export function findHandlers(app: INestApplicationContext, service: string): NamedHandler[] {
  const modules = [...app.get(ModulesContainer, { strict: false }).values()];
  const instances = new Set(
    modules
      .flatMap((module) => [...module.providers.values(), ...module.controllers.values()])
      .filter((wrapper) => wrapper.isDependencyTreeStatic() && !wrapper.isNotMetatype)
      .map((wrapper) => wrapper.instance as object | null)
      .filter((instance) => typeof instance === 'object' && instance !== null),
  );
  return [...instances].flatMap((instance) => handlersOf(instance as object, service));
}

function handlersOf(instance: object, service: string): NamedHandler[] {
  const methods = instance as Record<string, unknown>;
  const prototype = Object.getPrototypeOf(instance) as object;
  return Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([key, { value }]) => {
    const subject = subjectOf(value);
    if (!subject) return [];
    const handle = (methods[key] as EventHandler<typeof subject>).bind(instance);
    return [{ consumer: `${service}.${instance.constructor.name}.${key}`, subject, handle }];
  });
}
