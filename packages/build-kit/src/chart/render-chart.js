/** @import { Manifest } from '../manifests/manifest.js' */
/** @import { Tree } from './values.js' */
import { parse, parseAllDocuments } from 'yaml';
import { renderTemplate } from './render-template.js';

/**
 * What `helm template` gives for a chart.
 * @param {Map<string, string>} chart
 * @param {Tree} [given] values over those of values.yaml
 * @returns {Manifest[]}
 */
export function renderChart(chart, given = {}) {
  const { version, appVersion } = parse(chart.get('Chart.yaml') ?? '');
  const root = {
    Values: merged(parse(chart.get('values.yaml') ?? '', { version: '1.1' }), given),
    Chart: { Version: version, AppVersion: appVersion },
    Release: { Name: 'polylogue', Namespace: 'polylogue' },
  };
  const templates = [...chart].filter(([path]) => path.startsWith('templates/') && path.endsWith('.yaml'));
  return templates.flatMap(([path, template]) => {
    try {
      return readAll(renderTemplate(template, root));
    } catch (fault) {
      throw new Error(`${path}: ${/** @type {Error} */ (fault).message}`, { cause: fault });
    }
  });
}

/** @param {string} text @returns {Manifest[]} as Helm and Kubernetes read it, which is YAML 1.1 */
export const readAll = (text) =>
  parseAllDocuments(text, { version: '1.1' })
    .map((document) => {
      if (document.errors[0]) throw document.errors[0];
      return document.toJS();
    })
    .filter(Boolean);

/** @param {Tree} under @param {Tree} over @returns {Tree} maps are merged, `null` takes a key away, all else is replaced */
function merged(under, over) {
  const result = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const before = result[key];
    if (value === null) delete result[key];
    else result[key] = isMap(before) && isMap(value) ? merged(before, value) : value;
  }
  return result;
}

/** @param {unknown} value @returns {value is Tree} */
const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
