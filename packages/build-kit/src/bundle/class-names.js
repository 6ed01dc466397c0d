/**
 * Throws when a class of ours has another name in the bundle. Where modules that become one have classes of the same name,
 * webpack renames all but one of them; but NATS knows a consumer of events by the name of its class.
 * @param {readonly string[]} sources
 * @param {string} bundle
 */
export function mustKeepNames(sources, bundle) {
  const ours = new Set(sources.flatMap(classNamesIn));
  const renamed = classNamesIn(bundle).filter(
    (name) => !ours.has(name) && endingsOf(name).some((end) => ours.has(end)),
  );
  if (renamed.length === 0) return;
  throw new Error(
    `Two classes of the servers have one name, so that the bundle holds ${renamed.join(', ')}. Rename one.`,
  );
}

/** @param {string} code */
const classNamesIn = (code) => [...code.matchAll(/\bclass ([\w$]+)/g)].map(([, name]) => String(name));

/** What a renamed class may have been called: `Reply` of `live_broadcast_Reply`. @param {string} name */
const endingsOf = (name) => [...name.matchAll(/_/g)].map(({ index }) => name.slice(index + 1).replace(/_\d+$/, ''));
