import type { INestApplicationContext } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { EventSubject } from '@polylogue/proto';
import { consumptionOf, oneByOne, type EventHandler, type ManyEventsHandler, type NamedHandler } from './consumes.js';

/** Every method of an application's providers that consumes events. */
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
  const prototype = Object.getPrototypeOf(instance) as object;
  return Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([key, { value }]) => {
    const consumption = consumptionOf(value);
    if (!consumption) return [];
    const { subject, isMany, isRepeatable } = consumption;
    const method = (value as EventHandler<EventSubject> | ManyEventsHandler<EventSubject>).bind(instance);
    const handle = isMany
      ? (method as ManyEventsHandler<EventSubject>)
      : oneByOne(subject, method as EventHandler<EventSubject>);
    return [{ consumer: `${service}.${instance.constructor.name}.${key}`, subject, isMany, isRepeatable, handle }];
  });
}
