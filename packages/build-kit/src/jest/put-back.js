/**
 * @param {object} owner
 * @returns {{ owner: object, properties: PropertyDescriptorMap }} what `putBack` needs
 */
export const snapshot = (owner) => ({ owner, properties: Object.getOwnPropertyDescriptors(owner) });

// TypeORM notes here what the entities of loaded modules are; modules are loaded once per worker and stay.
const kept = new Set(['typeormMetadataArgsStorage']);

/**
 * Makes the own properties of an object what they were. Symbols and what begins with an underscore (the listeners of an
 * emitter and their count) belong to the runtime and stay.
 * @param {ReturnType<typeof snapshot>} before
 */
export function putBack(before) {
  const owner = /** @type {Record<string, unknown>} */ (before.owner);
  const { properties } = before;
  for (const name of Object.getOwnPropertyNames(owner)) {
    if (name.startsWith('_') || kept.has(name) || name in properties) continue;
    if (Object.getOwnPropertyDescriptor(owner, name)?.configurable) delete owner[name];
  }
  for (const [name, wanted] of Object.entries(properties)) {
    if (name.startsWith('_')) continue;
    const now = Object.getOwnPropertyDescriptor(owner, name);
    if (now?.value === wanted.value && now?.get === wanted.get) continue;
    if (!now || now.configurable) Object.defineProperty(owner, name, wanted);
    else if (now.writable) owner[name] = wanted.value;
  }
}
