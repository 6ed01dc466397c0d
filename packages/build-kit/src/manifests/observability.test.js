import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { root } from '../slices.js';

const docker = join(root, 'packages/build-kit/docker');
/** @typedef {{ alert: string, expr: string, annotations: { summary: string }, labels: { severity: string } }} Rule */
/** @type {{ groups: { rules: Rule[] }[] }} */
const { groups } = parse(readFileSync(join(docker, 'prometheus/rules/polylogue.yml'), 'utf8'));
const rules = groups.flatMap((group) => group.rules);

/**
 * @typedef {object} Panel of Grafana
 * @property {string} type
 * @property {string} title
 * @property {{ expr: string }[]} targets
 * @property {{ x: number, y: number, w: number, h: number }} gridPos
 */
/** @type {{ panels: Panel[] }} */
const dashboard = JSON.parse(readFileSync(join(docker, 'grafana/polylogue.json'), 'utf8'));
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const known = knownMeasures();
const alarms = section(readFileSync(join(root, 'docs/operations.md'), 'utf8'), '## When an alarm rings');

describe('alarms', () => {
  test.each(rules)('$alert queries metrics that exist', ({ expr }) => {
    expect(unknownIn(expr)).toEqual([]);
  });

  test.each(rules)('$alert says what it means, and the page what to do', ({ alert, annotations, labels }) => {
    expect(annotations.summary).toMatch(/\w/);
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(alarms).toContain(`\`${alert}\``);
  });
});

describe('the trial of the alarms', () => {
  const trial = join(import.meta.dirname, 'alarms.test.yml');
  const promtool = spawnSync('promtool', ['--version']).status === 0;

  test.each(rules)('knows $alert, and that it is silent while all is well', ({ alert: name }) => {
    const [well, , wrong] = parse(readFileSync(trial, 'utf8')).tests;
    expect(well.alert_rule_test).toContainEqual(expect.objectContaining({ alertname: name }));
    expect(wrong.promql_expr_test[0].exp_samples[0].value).toBe(rules.length);
  });

  (promtool ? test : test.skip)('holds (needs promtool)', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', trial], { encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});

describe('the dashboard', () => {
  test.each(panels)('$title queries metrics that exist', ({ targets }) => {
    expect(targets.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
  });

  test('no two panels lie over each other', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });
});

test('a metric that no server reports is noticed', () => {
  expect(unknownIn('sum(rate(ai_calls_totals[5m]))')).toEqual(['ai_calls_totals']);
});

/**
 * Names in an expression that are neither words of the language, nor labels, nor metrics.
 * @param {string} expr
 */
function unknownIn(expr) {
  const bare = expr.replace(/\{[^}]*\}|"[^"]*"|\[[^\]]*\]/g, ' ').replace(/\bby \([^)]*\)/g, ' ');
  const names = bare.match(/[a-z_]+_[a-z_0-9]+/g) ?? [];
  return names.filter((name) => name !== 'histogram_quantile' && !known.has(name.replace(/_(bucket|count|sum)$/, '')));
}

/** What our servers report: their own metrics by their names in the source, and those of every Node process. */
function knownMeasures() {
  const names = new Set([
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
  ]);
  for (const folder of ['packages/service-kit/src', 'gateway/src', 'services']) {
    for (const path of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.ts') || path.includes('node_modules') || path.includes('dist/')) continue;
      const text = readFileSync(join(root, folder, path), 'utf8');
      if (!text.includes('prom-client') && !text.includes('registry')) continue;
      for (const [, name = ''] of text.matchAll(/'((?:ai|http|grpc|events|log|queue|scheduler|database)_[a-z_]+)'/g))
        names.add(name);
    }
  }
  return names;
}

/** @param {string} page @param {string} heading */
function section(page, heading) {
  const [, rest = ''] = page.split(`${heading}\n`);
  return rest.split('\n## ')[0];
}
