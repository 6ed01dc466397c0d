/** @import { Order } from './read-arguments.js' */
import { planEvent } from './event.js';
import { planGatewayFeature } from './gateway-feature.js';
import { planScreen } from './screen.js';
import { planScreenFeature } from './screen-feature.js';
import { planService } from './service.js';
import { planServiceFeature } from './service-feature.js';

/**
 * Makes in memory what is wanted, or refuses.
 * @param {import('./tree/tree.js').Tree} tree
 * @param {Order} wanted
 * @returns {string[]} what is left to do by hand, beside generating and testing
 */
export function plan(tree, { kind, names, feature, consumer }) {
  const [first, second = ''] = names;
  if (kind === 'service') return planService(tree, first, feature) ?? [];
  if (kind === 'screen') return planScreen(tree, first);
  if (kind === 'event') return planEvent(tree, first, second, consumer);
  if (first === 'gateway') return planGatewayFeature(tree, second) ?? [];
  if (first.startsWith('mfe-')) return planScreenFeature(tree, first, second);
  return planServiceFeature(tree, first, second) ?? [];
}

/**
 * What to do next.
 * @param {Order} wanted
 * @param {string[]} further what {@link plan} says
 */
export function stepsFor({ kind, names, consumer }, further) {
  const isWeb = kind === 'screen' || names[0].startsWith('mfe-');
  const isSlice = kind === 'service' || kind === 'screen';
  const filters = [...new Set([names[0], names[1]?.split('.')[0], consumer].filter(Boolean))].join(' ');
  return [
    ...(isSlice ? ['npm install'] : []),
    ...(isWeb || names[0] === 'gateway' ? [] : ['npm run generate']),
    ...(kind === 'service' ? ['npm run build && npm run environment'] : []),
    ...(isSlice ? ['npm run chart'] : []),
    ...further,
    `npm test -- --only format,types,lint,deps,proto,node,${isWeb ? 'web' : 'spec'} layout manifests chart compose ${filters}`,
  ];
}
