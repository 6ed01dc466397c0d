import { parseArgs } from 'node:util';
import { Refusal, refuseWhen } from './refusal.js';

/** How the generator is asked. */
export const usage = `npm run new -- slice <name> --service [--feature <plural>]   a service with its first feature, behind the gateway
npm run new -- slice <name> --screen                         a micro-frontend at /<name>, in the shell's navigation
npm run new -- feature <service> <plural>                    a table and its gRPC door in a service
npm run new -- feature gateway <plural>                      its two routes of /api
npm run new -- feature mfe-<name> <plural>                   its page in a micro-frontend
npm run new -- event <service> <noun.verb-past> [--consumer <service>]
Add --dry-run to see what would be made.`;

const options = {
  service: { type: 'boolean' },
  screen: { type: 'boolean' },
  feature: { type: 'string' },
  consumer: { type: 'string' },
  'dry-run': { type: 'boolean' },
};

/**
 * @param {string[]} words what stands behind `npm run new --`
 * @returns {{ kind: 'service' | 'screen' | 'feature' | 'event', names: string[], feature?: string, consumer?: string,
 *   isDry: boolean }}
 */
export function readWords(words) {
  const { values, positionals } = parse(words);
  const [what, ...names] = positionals;
  const isDry = values['dry-run'] ?? false;
  refuseWhen(!['slice', 'feature', 'event'].includes(what), `Say what is to be made:\n${usage}`);
  const count = what === 'slice' ? 1 : 2;
  refuseWhen(names.length !== count, `That is not how a ${what} is asked for:\n${usage}`);
  const strange =
    what === 'slice' ? ['consumer'] : ['service', 'screen', 'feature', ...(what === 'event' ? [] : ['consumer'])];
  const unfit = strange.find((name) => values[name] !== undefined);
  refuseWhen(unfit, `--${unfit} says nothing about a ${what}:\n${usage}`);
  if (what !== 'slice') return { kind: what, names, consumer: values.consumer, isDry };
  refuseWhen(
    Boolean(values.service) === Boolean(values.screen),
    'Say which kind of slice it is: --service (a server with a schema of its own) or --screen (a micro-frontend).',
  );
  refuseWhen(values.screen && values.feature, '--feature belongs to --service; a screen gets its pages one by one.');
  return { kind: values.service ? 'service' : 'screen', names, feature: values.feature, isDry };
}

function parse(words) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true });
  } catch (fault) {
    throw new Refusal(`${fault.message}\n${usage}`);
  }
}
