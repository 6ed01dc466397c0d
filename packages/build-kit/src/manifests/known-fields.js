/** @import { Manifest } from './manifest.js' */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

// Where kubernetes-types keeps the type of a kind; of operators' own kinds only what we use is described beside this file.
/** @type {Record<string, string>} */
const homes = {
  v1: 'kubernetes-types/core/v1',
  'apps/v1': 'kubernetes-types/apps/v1',
  'batch/v1': 'kubernetes-types/batch/v1',
  'autoscaling/v2': 'kubernetes-types/autoscaling/v2',
  'policy/v1': 'kubernetes-types/policy/v1',
  'networking.k8s.io/v1': 'kubernetes-types/networking/v1',
  'postgresql.cnpg.io/v1': './operator-kinds.js',
  'barmancloud.cnpg.io/v1': './operator-kinds.js',
  'gateway.networking.k8s.io/v1': './operator-kinds.js',
  'monitoring.coreos.com/v1': './operator-kinds.js',
};

/**
 * Says which fields of objects Kubernetes does not know, or which have a value of the wrong kind: each object is held
 * against its type, and a literal may have no property that its type lacks.
 * @param {Manifest[]} objects
 * @returns {string[]} sentences; none when all is known
 */
export function unknownFields(objects) {
  const homeless = objects.filter(({ apiVersion }) => !homes[apiVersion]);
  if (homeless.length > 0) return homeless.map((each) => `${nameOf(each)}: no types are known for ${each.apiVersion}`);
  const lines = objects.map(
    (each, index) => `const o${index}: import('${homes[each.apiVersion]}').${each.kind} = ${JSON.stringify(each)};`,
  );
  // One line per object, so that a fault's line says which object it is in.
  const path = join(import.meta.dirname, 'checked-manifests.ts');
  const text = `${lines.join('\n')}\nexport default [${objects.map((_each, index) => `o${index}`).join(', ')}];\n`;
  return faultsOf(path, text).map(({ line, message }) => {
    const object = objects[line];
    return `${object ? nameOf(object) : path}: ${message}`;
  });
}

/** @param {Manifest} object */
const nameOf = ({ kind, metadata }) => `${kind} ${metadata?.name}`;

/** @param {string} path @param {string} text */
function faultsOf(path, text) {
  /** @type {ts.CompilerOptions} */
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => name === path || fileExists(name) || existsSync(name);
  host.readFile = (name) => (name === path ? text : (readFile(name) ?? readFileSync(name, 'utf8')));
  host.getSourceFile = (name, version) =>
    name === path ? ts.createSourceFile(name, text, version) : getSourceFile(name, version);
  const program = ts.createProgram([path], options, host);
  return ts.getPreEmitDiagnostics(program).map((each) => ({
    line: each.file ? ts.getLineAndCharacterOfPosition(each.file, each.start ?? 0).line : -1,
    message: ts.flattenDiagnosticMessageText(each.messageText, ' '),
  }));
}
