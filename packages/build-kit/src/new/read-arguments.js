import { parseArgs } from 'node:util';
import { Refusal, refuseWhen } from './refusal.js';

/** The usage of the generator. */
export const usage = `npm run new -- slice <name> --service [--feature <plural>]   a service with its first feature, behind the gateway
npm run new -- slice <name> --screen                         a micro-frontend at /<name>, in the shell's navigation
npm run new -- feature <service> <plural>                    a table and its gRPC endpoint in a service
npm run new -- feature gateway <plural>                      its two routes of /api
npm run new -- feature mfe-<name> <plural>                   its page in a micro-frontend
npm run new -- event <service> <noun.verb-past> [--consumer <service>]
Add --dry-run to see what would be made.`;

const options = /** @type {const} */ ({
  service: { type: 'boolean' },
  screen: { type: 'boolean' },
  feature: { type: 'string' },
  consumer: { type: 'string' },
  'dry-run': { type: 'boolean' },
});

/** @type {Record<'slice' | 'feature' | 'event', (keyof typeof options)[]>} options that do not apply to it */
const inapplicable = {
  slice: ['consumer'],
  feature: ['service', 'screen', 'feature', 'consumer'],
  event: ['service', 'screen', 'feature'],
};

/**
 * @typedef {object} Order what to make
 * @property {'service' | 'screen' | 'feature' | 'event'} kind
 * @property {[first: string, second?: string]} names of the slice, then of the feature or event
 * @property {string} [feature]
 * @property {string} [consumer]
 * @property {boolean} isDry
 */

/**
 * @param {string[]} args of `npm run new --`
 * @returns {Order}
 */
export function readArguments(args) {
  const { values, positionals } = parse(args);
  const [what, first, second, ...more] = positionals;
  const isDry = values['dry-run'] ?? false;
  if (what !== 'slice' && what !== 'feature' && what !== 'event') {
    throw new Refusal(`Say what is to be made:\n${usage}`);
  }
  const isComplete = (what === 'slice') === (second === undefined) && more.length === 0;
  if (first === undefined || !isComplete) throw new Refusal(`That is not how a ${what} is asked for:\n${usage}`);
  const unfit = inapplicable[what].find((name) => values[name] !== undefined);
  refuseWhen(unfit, `--${unfit} says nothing about a ${what}:\n${usage}`);
  if (what !== 'slice') return { kind: what, names: [first, second], consumer: values.consumer, isDry };
  refuseWhen(
    Boolean(values.service) === Boolean(values.screen),
    'Say which kind of slice it is: --service (a server with a schema of its own) or --screen (a micro-frontend).',
  );
  refuseWhen(values.screen && values.feature, '--feature belongs to --service; a screen gets its pages one by one.');
  return { kind: values.service ? 'service' : 'screen', names: [first], feature: values.feature, isDry };
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (fault) {
    throw new Refusal(`${/** @type {Error} */ (fault).message}\n${usage}`);
  }
}
