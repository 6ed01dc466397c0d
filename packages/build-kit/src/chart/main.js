// Writes the Helm chart to k8s/chart, from the manifests beside it.
import { root } from '../slices.js';
import { writeChart } from './write-chart.js';

const changed = await writeChart(root);
console.log(changed.length > 0 ? `Wrote ${changed.join(', ')}.` : 'The chart was up to date.');
